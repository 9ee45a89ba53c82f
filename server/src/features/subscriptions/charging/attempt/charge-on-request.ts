import { setTimeout as sleep } from 'node:timers/promises'
import { findSuspension } from '../../../../auth/merchants/suspension-store.js'
import { invalidInput } from '../../../../lib/errors.js'
import {
  type BaseUnits,
  baseUnits,
  baseUnitsToDecimal,
  centsToDecimal,
} from '../../../../lib/money.js'
import type { Chain } from '../../../../platform/chain/chain.js'
import { readChain } from '../../../../platform/chain/read-chain.js'
import { tokenDecimals } from '../../../../platform/chain/tokens.js'
import type { Context } from '../../../../platform/context.js'
import { getSubscription } from '../../lifecycle/get-subscription.js'
import type { Subscription, SubscriptionRef } from '../../subscription.js'
import { findSubscription, lockSubscription, updateSubscription } from '../../subscription-store.js'
import { attemptCharges, chargeDue } from '../due/charge-due.js'
import { listDue } from '../due/due-store.js'
import { decideDue } from '../due/schedule.js'
import { listNewestEvents } from '../result/billing-event-store.js'
import { collectResults } from '../result/collect-results.js'
import { chargeRefOf } from './attempt.js'
import type { BillingEvent } from './charge.js'
import { listCharges } from './charge-store.js'
import type { ChargeAllResponse, ChargeBody, ChargeResponse } from './schemas.js'

/** How long a request waits for results. */
const waitMs = 8_000
const pollMs = 250
const maxResults = 1_000

/**
 * Charges one subscription if it is due, or after a failed attempt with `force`, and waits some
 * seconds for the result.
 *
 * @throws {AppError} `invalid_input`, `not_found`, `chain_unavailable`.
 */
export async function chargeSubscription(ctx: Context, body: ChargeBody): Promise<ChargeResponse> {
  const { id, force } = readBody(body)
  const subscription = await getSubscription(ctx, id)
  return readChain(ctx, async (chain) => {
    if (force) await makeDue(ctx, subscription)
    const current = (await findSubscription(ctx.db, id)) ?? subscription
    const isSuspended = (await findSuspension(ctx.db, current.merchant)) !== null
    const isDue = !isSuspended && current.dueAt !== null && current.dueAt <= ctx.now()
    if (isDue) await attemptCharges(ctx, { chain, subscriptions: [current], signal: unlimited() })
    const [event = null] = isDue
      ? await waitForResults(ctx, { chain, refs: [current] })
      : await listNewestEvents(ctx.db, [current])
    const after = (await findSubscription(ctx.db, id)) ?? current
    return describeCharge(after, { event, isSkipped: !isDue })
  })
}

/**
 * Charges every subscription that is due, and waits some seconds for the results.
 *
 * @throws {AppError} `chain_unavailable`.
 */
export async function chargeAll(ctx: Context): Promise<ChargeAllResponse> {
  const startedAt = performance.now()
  const due = await listDue(ctx.db, { now: ctx.now(), limit: maxResults })
  const events = due.length === 0 ? [] : await chargeAndWait(ctx, due)
  const count = (status: BillingEvent['status']) =>
    events.filter((event) => event.status === status).length
  return {
    success: true,
    processed: events.length,
    succeeded: count('succeeded'),
    failed: count('failed'),
    pending: count('pending'),
    durationMs: Math.round(performance.now() - startedAt),
    results: events.map((event) => ({
      subscriptionId: event.subscriptionId,
      success: event.status === 'succeeded',
      txHash: event.transactionHash,
      error: event.failureCode,
      amountUsd: centsToDecimal(event.amountCents),
    })),
  }
}

/** Everything that was not attempted because the chain does not respond stays due. */
async function chargeAndWait(
  ctx: Context,
  due: readonly SubscriptionRef[],
): Promise<BillingEvent[]> {
  return readChain(ctx, async (chain) => {
    await chargeDue(ctx, { chain, signal: unlimited() })
    return waitForResults(ctx, { chain, refs: due })
  })
}

/** Returns a signal that never aborts. */
function unlimited(): AbortSignal {
  return new AbortController().signal
}

function readBody({ subscriptionId, force }: ChargeBody): { id: string; force: boolean } {
  if (typeof subscriptionId !== 'string' || subscriptionId === '') {
    throw invalidInput('subscriptionId is required.')
  }
  if (force !== undefined && typeof force !== 'boolean') {
    throw invalidInput('force must be true or false.')
  }
  return { id: subscriptionId, force: force ?? false }
}

/** Makes a subscription due if its current period is not charged and no charge is under way. */
async function makeDue(ctx: Context, { merchant, id }: SubscriptionRef): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const now = ctx.now()
    const locked = await lockSubscription(tx, { merchant, id })
    const step = locked && decideDue(locked, now)
    if (!locked || step?.kind !== 'charge') return
    const [charge] = await listCharges(tx, [chargeRefOf(locked, step.period.index)])
    if (charge?.state === 'submitted' || charge?.state === 'succeeded') return
    await updateSubscription(tx, { ...locked, dueAt: now })
  })
}

/** Waits some seconds while attempts are pending. Returns the newest event of each subscription. */
async function waitForResults(
  ctx: Context,
  { chain, refs }: { chain: Chain; refs: readonly SubscriptionRef[] },
): Promise<BillingEvent[]> {
  const until = performance.now() + waitMs
  while (true) {
    await collectResults(ctx, { chain, signal: unlimited() })
    const events = await listNewestEvents(ctx.db, refs)
    const isDone = events.every(({ status }) => status !== 'pending')
    if (isDone || performance.now() > until) return events
    await sleep(pollMs)
  }
}

function describeCharge(
  { id, nextChargeAt }: Subscription,
  { event, isSkipped }: { event: BillingEvent | null; isSkipped: boolean },
): ChargeResponse {
  const usd = (units: BaseUnits) => Number(baseUnitsToDecimal(units, tokenDecimals))
  const amount = event?.amountUnits ?? baseUnits(0n)
  const fee = event?.feeUnits ?? baseUnits(0n)
  return {
    success: isSkipped || event?.status !== 'failed',
    subscriptionId: id,
    status: event?.status ?? null,
    amountUsd: usd(amount),
    feeUsd: usd(fee),
    netUsd: usd(baseUnits(amount - fee)),
    txHash: event?.transactionHash ?? null,
    billingEventId: event?.id ?? null,
    nextChargeAt,
    skipped: isSkipped,
    error: isSkipped ? null : (event?.failureCode ?? null),
  }
}
