import { parseHash } from '../../../../lib/hex.js'
import { statusFacts } from '../../../../lib/receipt-statuses.js'
import { SECOND_MS, toUnixSeconds, unixMs } from '../../../../lib/time.js'
import { callAnvil } from '../../../../platform/chain/anvil/call-anvil.js'
import type { Chain } from '../../../../platform/chain/chain.js'
import { type Context, inTransaction } from '../../../../platform/context.js'
import { lockReceipt } from '../../../receipts/read/get-receipt.js'
import { timesOf } from '../../periods.js'
import { recordSubscriptionEvent } from '../../record-subscription-event.js'
import type { Subscription } from '../../subscription.js'
import {
  lockSubscription,
  lockSubscriptions,
  updateSubscription,
} from '../../subscription-store.js'
import { type Attempt, isInFlight, loadAttempts, lockAttempt } from '../attempt/attempt.js'
import { recordSuccess } from '../result/end-attempt.js'
import { afterEnd, type DueStep, decideDue } from './schedule.js'

/** The newest block may be a little older than the start of a period. */
const waitForBlockMs = 5 * SECOND_MS
/** The age of the newest block from which our clock may be wrong, or the chain stopped. */
const maxLagSeconds = 600

/**
 * Returns the attempts to make now for these subscriptions. Those without one end, are scheduled
 * again, or wait for the chain.
 */
export async function selectAttempts(
  ctx: Context,
  { chain, subscriptions }: { chain: Chain; subscriptions: readonly Subscription[] },
): Promise<Attempt[]> {
  const attempts = await endPaid(ctx, await listAttempts(ctx, { chain, subscriptions }))
  return attempts.length === 0 ? [] : postponeEarly(ctx, { chain, attempts })
}

/** Lists the attempts of due subscriptions. Those without one are scheduled again, or end. */
async function listAttempts(
  ctx: Context,
  { chain, subscriptions }: { chain: Chain; subscriptions: readonly Subscription[] },
): Promise<Attempt[]> {
  const steps = subscriptions.map((subscription) => ({
    subscription,
    step: decideDue(subscription, ctx.now()),
  }))
  const chargeRefs = steps.flatMap(({ subscription, step }) =>
    step.kind === 'charge' ? [{ subscription, periodIndex: step.period.index }] : [],
  )
  const attempts = await loadAttempts(ctx, chargeRefs)
  const busy = attempts.filter(({ charge }) => isInFlight(charge))
  const stepsOf = (kind: DueStep['kind']) =>
    steps.filter(({ step }) => step.kind === kind).map(({ subscription }) => subscription)
  const ended = await listEnded(ctx, { chain, expiring: stepsOf('expire') })
  const rescheduled = [
    ...stepsOf('wait'),
    ...ended,
    ...busy.map(({ subscription }) => subscription),
  ]
  for (const subscription of rescheduled) await reschedule(ctx, subscription)
  return attempts.filter(({ charge }) => !isInFlight(charge))
}

/** Lists subscriptions whose permission has ended on chain too: our clock may be ahead. */
async function listEnded(
  ctx: Context,
  { chain, expiring }: { chain: Chain; expiring: readonly Subscription[] },
): Promise<Subscription[]> {
  const isLeft = (seconds: number) => expiring.some(({ permission }) => permission.end > seconds)
  if (expiring.length === 0) return []
  const seconds = await readSeconds(ctx, { chain, isTooEarly: isLeft })
  return expiring.filter(({ permission }) => permission.end <= seconds)
}

/**
 * Ends attempts whose receipt was paid in another way, such as in cash, so that no period is paid
 * twice. Attempts whose receipt has a payment without enough confirmations wait. Returns the
 * others.
 */
async function endPaid(ctx: Context, attempts: readonly Attempt[]): Promise<Attempt[]> {
  const unpaid: Attempt[] = []
  for (const attempt of attempts) {
    if (attempt.charge.receiptId === null || !(await endIfPaid(ctx, attempt))) unpaid.push(attempt)
  }
  return unpaid
}

async function endIfPaid(ctx: Context, { charge }: Attempt): Promise<boolean> {
  return inTransaction(ctx, async (inTx) => {
    const attempt = await lockAttempt(inTx, charge)
    const receiptId = attempt?.charge.receiptId
    if (!attempt || !receiptId || isInFlight(attempt.charge)) return false
    const receipt = await lockReceipt(inTx, { merchant: charge.merchant, id: receiptId })
    if (receipt?.status === 'tx_mined' || receipt?.status === 'recipient_validated') return true
    const isPaid = receipt && (statusFacts[receipt.status].isPaid || receipt.status === 'refunded')
    if (!isPaid) return false
    const transactionHash =
      receipt.transactionHash === null ? null : parseHash(receipt.transactionHash)
    if (attempt.charge.state !== 'succeeded')
      await recordSuccess(inTx, { attempt, payment: null, transactionHash })
    return true
  })
}

/** Ends a subscription whose permission has ended, or sets when it is due next. */
async function reschedule(ctx: Context, { merchant, id }: Subscription): Promise<void> {
  await inTransaction(ctx, async (inTx) => {
    const locked = await lockSubscription(inTx.db, { merchant, id })
    if (!locked) return
    const now = ctx.now()
    const step = decideDue(locked, now)
    if (step.kind === 'expire') {
      const expired = afterEnd(locked, { change: 'expired', now })
      await updateSubscription(inTx.db, expired)
      const event = { kind: 'subscription.expired', subscription: expired } as const
      return recordSubscriptionEvent(inTx, event)
    }
    if (step.kind === 'wait') {
      await updateSubscription(inTx.db, { ...locked, ...timesOf(locked, now) })
      return
    }
    const periodIndex = step.period.index
    const [attempt] = await loadAttempts(inTx, [{ subscription: locked, periodIndex }])
    // The result of the charge makes it due again.
    if (attempt && isInFlight(attempt.charge))
      await updateSubscription(inTx.db, { ...locked, dueAt: null })
  })
}

/**
 * Postpones attempts whose period has not begun in the newest block, and returns the others. If
 * that block is very old, our clock may be ahead, so it sets no time.
 */
async function postponeEarly(
  ctx: Context,
  { chain, attempts }: { chain: Chain; attempts: readonly Attempt[] },
): Promise<Attempt[]> {
  const listEarly = (seconds: number) =>
    attempts.filter(({ period }) => seconds < toUnixSeconds(period.startAt))
  const isTooEarly = (seconds: number) => listEarly(seconds).length > 0
  const seconds = await readSeconds(ctx, { chain, isTooEarly })
  const early = listEarly(seconds)
  const isOld = toUnixSeconds(ctx.now()) - seconds > maxLagSeconds
  if (early.length > 0 && !isOld) await postpone(ctx, { attempts: early, delayMs: waitForBlockMs })
  return attempts.filter((attempt) => !early.includes(attempt))
}

/** Returns the time of the newest block. Mines one in a sandbox, which mines on demand only. */
async function readSeconds(
  ctx: Context,
  { chain, isTooEarly }: { chain: Chain; isTooEarly: (seconds: number) => boolean },
): Promise<number> {
  const read = async () => Number((await chain.findBlock('latest'))?.timestampSeconds ?? 0n)
  const seconds = await read()
  const { anvilUrl } = ctx.sandbox ?? {}
  if (!anvilUrl || !isTooEarly(seconds)) return seconds
  await callAnvil(anvilUrl, 'evm_mine')
  return read()
}

/** Makes the subscriptions of attempts due again later, if they are still due. */
export async function postpone(
  ctx: Context,
  { attempts, delayMs }: { attempts: readonly Attempt[]; delayMs: number },
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const now = ctx.now()
    const refs = attempts.map(({ subscription }) => subscription)
    for (const locked of await lockSubscriptions(tx, refs)) {
      if (locked.dueAt === null || locked.dueAt > now) continue
      await updateSubscription(tx, { ...locked, dueAt: unixMs(now + delayMs) })
    }
  })
}
