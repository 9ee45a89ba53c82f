import type { Hash } from '../../../../lib/hex.js'
import { baseUnits, baseUnitsToDecimal, centsToDecimal } from '../../../../lib/money.js'
import { statusFacts } from '../../../../lib/receipt-statuses.js'
import { SECOND_MS, type UnixMs } from '../../../../lib/time.js'
import { tokenDecimals } from '../../../../platform/chain/tokens.js'
import type { TxContext } from '../../../../platform/context.js'
import { resolveNotifications } from '../../../../platform/notifications/raise-notifications.js'
import type { PaidCharge } from '../../../payments/index/charges/charge-receipt.js'
import { lockReceipt } from '../../../receipts/read/get-receipt.js'
import { moveReceipt } from '../../../receipts/status/move-receipt.js'
import { flagRefundDue } from '../../../receipts/status/update-receipt.js'
import { isChargeable } from '../../lifecycle/subscription-status.js'
import { recordSubscriptionEvent } from '../../record-subscription-event.js'
import type { Subscription } from '../../subscription.js'
import { updateSubscription } from '../../subscription-store.js'
import { type Attempt, billingEventOf } from '../attempt/attempt.js'
import type { BillingEvent, Charge, FailureCode } from '../attempt/charge.js'
import { saveCharges } from '../attempt/charge-store.js'
import { afterFailure, afterSuccess, findRetry } from '../due/schedule.js'
import { failPendingEvents, saveBillingEvents } from './billing-event-store.js'

/** Records that a charge succeeded. The caller holds the lock of the subscription. */
export async function recordSuccess(
  ctx: TxContext,
  input: {
    attempt: Attempt
    /** Null when the period was paid in another way, without a fee on chain. */
    payment: PaidCharge | null
    transactionHash?: Hash | null
  },
): Promise<void> {
  const { attempt, payment, transactionHash = payment?.transactionHash ?? null } = input
  const { subscription, period, charge } = attempt
  const { merchant, receiptId } = charge
  const now = ctx.now()
  const refundDue = payment !== null && isUnwanted(payment, subscription)
  const event = billingEventOf(ctx, attempt, {
    status: 'succeeded',
    failureCode: null,
    transactionHash,
    feeUnits: payment?.feeUnits ?? baseUnits(0n),
    refundDue,
  })
  if (refundDue && receiptId !== null) await flagRefundDue(ctx, { merchant, id: receiptId })
  await saveCharges(ctx.db, [
    { ...charge, state: 'succeeded', failureCode: null, isAnnounced: true, updatedAt: now },
  ])
  await saveBillingEvents(ctx.db, [event])
  const after = afterSuccess(subscription, { period, now })
  await updateSubscription(ctx.db, after)
  if (subscription.failedAttempts > 0) {
    const failure = { kind: 'subscription_charge_failed', subjectId: subscription.id } as const
    await resolveNotifications(ctx, [{ merchant, ...failure }])
  }
  // A reorganization may remove the charge and bring it back.
  if (charge.isAnnounced) return
  await recordSubscriptionEvent(ctx, {
    kind: 'subscription.charged',
    subscription: after,
    data: { ...describeAttempt(event, attempt), receiptId, refundDue },
  })
}

/**
 * Records that an attempt failed, and schedules the retry. The caller holds the lock of the
 * subscription. When no retry follows in this period, the receipt fails too.
 */
export async function recordFailure(
  ctx: TxContext,
  input: { attempt: Attempt; code: FailureCode; transactionHash: Hash | null },
): Promise<void> {
  const { code, transactionHash } = input
  const { subscription, plan, period } = input.attempt
  const now = ctx.now()
  const firstFailedAt = input.attempt.charge.firstFailedAt ?? now
  const dunning = { period, firstFailedAt, graceDays: plan.graceDays, now }
  const after = afterFailure(subscription, { ...dunning, code })
  const isLast = !isChargeable(after.status) || findRetry(dunning) === null
  const charge = {
    ...input.attempt.charge,
    state: isLast ? ('failed' as const) : ('open' as const),
    // The next transaction is a new attempt.
    transactionId: null,
    failureCode: code,
    firstFailedAt,
    updatedAt: now,
  }
  const attempt = { ...input.attempt, charge }
  const event = billingEventOf(ctx, attempt, {
    status: 'failed',
    failureCode: code,
    transactionHash,
  })
  await saveCharges(ctx.db, [charge])
  await saveBillingEvents(ctx.db, [event])
  await updateSubscription(ctx.db, after)
  if (isLast) await failReceipt(ctx, charge)
  await recordSubscriptionEvent(ctx, {
    kind: 'subscription.charge_failed',
    subscription: after,
    data: {
      ...describeAttempt(event, attempt),
      failureCode: code,
      nextAttemptAt: isLast ? null : after.dueAt,
    },
  })
  if (after.status === subscription.status) return
  if (after.status === 'revoked' || after.status === 'expired') {
    const kind = `subscription.${after.status}` as const
    await recordSubscriptionEvent(ctx, { kind, subscription: after })
  }
}

/** Ends a charge without a further attempt. The caller holds the lock of the subscription. */
export async function abandonCharge(
  ctx: TxContext,
  { charge, subscription }: Attempt,
): Promise<void> {
  const now = ctx.now()
  const failureCode = charge.failureCode ?? 'chain'
  await saveCharges(ctx.db, [
    { ...charge, state: 'failed', transactionId: null, failureCode, updatedAt: now },
  ])
  const hadPending = await failPendingEvents(ctx.db, charge)
  // A subscription that can be charged may have the status of a later charge.
  if (hadPending && !isChargeable(subscription.status)) {
    await updateSubscription(ctx.db, { ...subscription, lastChargeStatus: 'failed' })
  }
  await failReceipt(ctx, charge)
}

/**
 * Returns whether a charge was mined after the customer canceled, or while the merchant had paused
 * it. Blocks have whole seconds.
 */
function isUnwanted({ paidAt }: PaidCharge, subscription: Subscription): boolean {
  const { pausedAt, pausedFrom, pausedUntil, canceledAt } = subscription
  const isSince = (at: UnixMs | null) =>
    at !== null && paidAt >= Math.floor(at / SECOND_MS) * SECOND_MS
  if (isSince(pausedAt) || isSince(canceledAt)) return true
  return isSince(pausedFrom) && !isSince(pausedUntil)
}

/** Returns the fields of an attempt in events. */
function describeAttempt(event: BillingEvent, { period, version }: Attempt) {
  return {
    billingEventId: event.id,
    periodIndex: period.index,
    periodStart: period.startAt,
    periodEnd: period.endAt,
    attempt: event.attempt,
    amountUsd: centsToDecimal(event.amountCents),
    feeUsd: Number(baseUnitsToDecimal(event.feeUnits, tokenDecimals)),
    token: version.token,
    txHash: event.transactionHash,
  }
}

/** Fails the receipt of a charge unless it is settled. Money that arrives later still pays it. */
export async function failReceipt(
  ctx: TxContext,
  { merchant, receiptId }: Pick<Charge, 'merchant' | 'receiptId'>,
): Promise<void> {
  const receipt = receiptId === null ? null : await lockReceipt(ctx, { merchant, id: receiptId })
  if (!receipt || statusFacts[receipt.status].isSettled || receipt.status === 'failed') return
  await moveReceipt(ctx, { receipt, to: 'failed', actor: 'system', by: 'subscriptions' })
}
