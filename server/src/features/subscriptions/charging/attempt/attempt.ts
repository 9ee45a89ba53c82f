import type { Address, Hash } from '../../../../lib/hex.js'
import { type BaseUnits, baseUnits } from '../../../../lib/money.js'
import { toUnixSeconds } from '../../../../lib/time.js'
import { chargeKeyOf } from '../../../../platform/chain/permission-hash.js'
import { type Context, inTransaction, type TxContext } from '../../../../platform/context.js'
import { createChargeReceipts } from '../../../receipts/create/create-charge-receipts.js'
import { type Period, periodOf } from '../../periods.js'
import { loadVersions } from '../../plans/load-versions.js'
import type { BillingPlan, BillingPlanVersion } from '../../plans/plan.js'
import { listPlansById } from '../../plans/plan-store.js'
import type { Subscription } from '../../subscription.js'
import { lockSubscription } from '../../subscription-store.js'
import { type BillingEvent, batchSize, type Charge, type ChargeRef } from './charge.js'
import { listCharges } from './charge-store.js'

/** Everything that an attempt to charge one period needs. */
export type Attempt = {
  subscription: Subscription
  version: BillingPlanVersion
  plan: Pick<BillingPlan, 'name' | 'graceDays'>
  period: Period
  /** As stored, or a new one. */
  charge: Charge
}

/** A period of a subscription, by its number. */
export type SubscriptionPeriod = { subscription: Subscription; periodIndex: number }

/** Loads the attempts of subscriptions and periods, in the given order. */
export async function loadAttempts(
  ctx: Pick<TxContext, 'db' | 'now'>,
  periods: readonly SubscriptionPeriod[],
): Promise<Attempt[]> {
  if (periods.length === 0) return []
  const subscriptions = periods.map(({ subscription }) => subscription)
  const versionOf = await loadVersions(ctx, subscriptions)
  const plans = await listPlansById(ctx.db, subscriptions)
  const charges = await listCharges(
    ctx.db,
    periods.map(({ subscription, periodIndex }) => chargeRefOf(subscription, periodIndex)),
  )
  const plansByKey = new Map(plans.map((plan) => [`${plan.merchant} ${plan.id}`, plan]))
  const chargesByKey = new Map(
    charges.map((charge) => [
      `${charge.merchant} ${charge.subscriptionId} ${charge.periodIndex}`,
      charge,
    ]),
  )
  return periods.map(({ subscription, periodIndex }) => {
    const { merchant, id, planId } = subscription
    const plan = plansByKey.get(`${merchant} ${planId}`)
    if (!plan) throw new Error(`subscription ${id} has no plan`)
    const period = periodOf(subscription.permission, periodIndex)
    const stored = chargesByKey.get(`${merchant} ${id} ${periodIndex}`)
    const charge = stored ?? newCharge(ctx, { subscription, period })
    return { subscription, version: versionOf(subscription), plan, period, charge }
  })
}

/** Locks a subscription and loads the attempt of a period. Returns null if there is none. */
export async function lockAttempt(
  ctx: Pick<TxContext, 'db' | 'now'>,
  { merchant, subscriptionId: id, periodIndex }: ChargeRef,
): Promise<Attempt | null> {
  const subscription = await lockSubscription(ctx.db, { merchant, id })
  if (!subscription) return null
  const [attempt] = await loadAttempts(ctx, [{ subscription, periodIndex }])
  return attempt ?? null
}

/** Runs `work` under the lock, unless the charge has changed. Returns whether it ran. */
export async function withLocked(
  ctx: Context,
  before: Charge,
  work: (inTx: TxContext, attempt: Attempt) => Promise<void>,
): Promise<boolean> {
  return inTransaction(ctx, async (inTx) => {
    const attempt = await lockAttempt(inTx, before)
    const { state, transactionId } = before
    if (attempt?.charge.state !== state || attempt.charge.transactionId !== transactionId)
      return false
    await work(inTx, attempt)
    return true
  })
}

export function chargeRefOf({ merchant, id }: Subscription, periodIndex: number) {
  return { merchant, subscriptionId: id, periodIndex }
}

function newCharge(
  { now }: Pick<TxContext, 'now'>,
  { subscription, period }: { subscription: Subscription; period: Period },
): Charge {
  const { permissionHash } = subscription
  return {
    ...chargeRefOf(subscription, period.index),
    chargeKey: chargeKeyOf({ permissionHash, periodStart: toUnixSeconds(period.startAt) }),
    state: 'open',
    attempt: 0,
    maxBatch: batchSize,
    transactionId: null,
    receiptId: null,
    firstFailedAt: null,
    failureCode: null,
    isAnnounced: false,
    createdAt: now(),
    updatedAt: now(),
  }
}

/** Returns whether a transaction of ours for this charge is under way. */
export function isInFlight({ state, transactionId }: Charge): boolean {
  return state === 'submitted' && transactionId !== null
}

/** Returns the billing event of the current attempt. */
export function billingEventOf(
  ctx: Pick<TxContext, 'now'>,
  { subscription, version, charge }: Attempt,
  result: Pick<BillingEvent, 'status' | 'failureCode'> & {
    transactionHash: Hash | null
    /** As the chain shows it. Without it, the fee of the terms. */
    feeUnits?: BaseUnits
    refundDue?: boolean
  },
): BillingEvent {
  const { merchant, subscriptionId, periodIndex, attempt, chargeKey } = charge
  const { priceUnits, priceCents, token, feeBps, splitFeeBps } = version
  return {
    refundDue: false,
    // The share in the split is taken even if it exceeds the fee.
    feeUnits: baseUnits((priceUnits * BigInt(Math.max(feeBps, splitFeeBps))) / 10_000n),
    ...result,
    merchant,
    // Derived, so that every result of an attempt updates one event.
    id: `bev_${chargeKey.slice(2, 34)}_${attempt}`,
    subscriptionId,
    planId: subscription.planId,
    customer: subscription.permission.account,
    periodIndex,
    attempt,
    amountCents: priceCents,
    token,
    amountUnits: priceUnits,
    createdAt: ctx.now(),
  }
}

/**
 * Gives the charges of one merchant their next attempts, and receipts to those that have none. The
 * payment decides where the money went: the merchant can move the payout until the charge is mined.
 */
export async function withReceipts(
  ctx: TxContext,
  input: {
    merchant: Address
    attempts: readonly Attempt[]
    payoutOf: (attempt: Attempt) => Address
  },
): Promise<Attempt[]> {
  const { merchant, attempts, payoutOf } = input
  const unreceipted = attempts.filter(({ charge }) => charge.receiptId === null)
  const ids = await createChargeReceipts(ctx, {
    merchant,
    charges: unreceipted.map((attempt) => {
      const { subscription, version, plan, period } = attempt
      const { id: subscriptionId, planId } = subscription
      return {
        label: plan.name,
        priceCents: version.priceCents,
        payoutAddress: payoutOf(attempt),
        reference: subscriptionId,
        metadata: { subscriptionId, planId, periodIndex: period.index },
      }
    }),
  })
  const created = new Map(unreceipted.map(({ charge }, index) => [charge.chargeKey, ids[index]]))
  return attempts.map((attempt) => {
    const { charge } = attempt
    const receiptId = charge.receiptId ?? created.get(charge.chargeKey) ?? null
    // A batch that failed as a whole says nothing about its charges, so its attempt goes on.
    const isRepeated = charge.state === 'open' && charge.transactionId !== null
    const number = isRepeated ? charge.attempt : charge.attempt + 1
    return { ...attempt, charge: { ...charge, attempt: number, receiptId } }
  })
}
