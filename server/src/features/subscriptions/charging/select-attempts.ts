import { parseHash } from '../../../lib/hex.js'
import { SECOND_MS, toUnixSeconds } from '../../../lib/time.js'
import { callAnvil } from '../../../platform/chain/anvil/call-anvil.js'
import type { Chain } from '../../../platform/chain/chain.js'
import type { Context } from '../../../platform/context.js'
import { lockReceipt } from '../../receipts/status/lock-receipt.js'
import { statusFacts } from '../../receipts/status/statuses.js'
import { recordSubscriptionEvent } from '../record-subscription-event.js'
import type { Subscription } from '../subscription.js'
import { lockSubscription, updateSubscription } from '../subscription-store.js'
import { timesOf } from '../times-of.js'
import { type Attempt, isUnderWay, loadAttempts, lockAttempt } from './attempt.js'
import { recordSuccess } from './end-attempt.js'
import { postpone } from './postpone.js'
import { afterEnd, decideDue } from './schedule.js'

/** The newest block may be a little older than the start of a period. */
const waitForBlockMs = 5 * SECOND_MS

/**
 * Returns the attempts to make now for these subscriptions. Those without one end, are scheduled again, or wait for the
 * chain.
 */
export async function selectAttempts(
  ctx: Context,
  { chain, due }: { chain: Chain; due: readonly Subscription[] },
): Promise<Attempt[]> {
  const attempts = await endPaid(ctx, await listAttempts(ctx, due))
  return attempts.length === 0 ? [] : postponeEarly(ctx, { chain, attempts })
}

/** Lists the attempts of due subscriptions. Subscriptions without one are scheduled again, or end. */
async function listAttempts(ctx: Context, due: readonly Subscription[]): Promise<Attempt[]> {
  const steps = due.map((subscription) => ({
    subscription,
    step: decideDue(subscription, ctx.now()),
  }))
  const named = steps.flatMap(({ subscription, step }) =>
    step.kind === 'charge' ? [{ subscription, periodIndex: step.period.index }] : [],
  )
  const attempts = await loadAttempts(ctx, named)
  const busy = attempts.filter(({ charge }) => isUnderWay(charge))
  const idle = steps.filter(({ step }) => step.kind !== 'charge')
  for (const { subscription } of [...idle, ...busy]) await reschedule(ctx, subscription)
  return attempts.filter(({ charge }) => !isUnderWay(charge))
}

/**
 * Ends attempts whose receipt was paid in another way, such as in cash, so that no period is paid twice. Attempts whose
 * receipt has a payment without enough confirmations wait. Returns the others.
 */
async function endPaid(ctx: Context, attempts: readonly Attempt[]): Promise<Attempt[]> {
  const unpaid: Attempt[] = []
  for (const attempt of attempts) {
    if (attempt.charge.receiptId === null || !(await endIfPaid(ctx, attempt))) unpaid.push(attempt)
  }
  return unpaid
}

async function endIfPaid(ctx: Context, { charge }: Attempt): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx }
    const attempt = await lockAttempt(inTx, charge)
    const receiptId = attempt?.charge.receiptId
    if (!attempt || !receiptId || isUnderWay(attempt.charge)) return false
    const receipt = await lockReceipt(inTx, { merchant: charge.merchant, id: receiptId })
    if (receipt?.status === 'tx_mined' || receipt?.status === 'recipient_validated') return true
    const isPaid = receipt && (statusFacts[receipt.status].isPaid || receipt.status === 'refunded')
    if (!isPaid) return false
    const transactionHash =
      receipt.transactionHash === null ? null : parseHash(receipt.transactionHash)
    if (attempt.charge.state !== 'succeeded')
      await recordSuccess(inTx, { attempt, transactionHash })
    return true
  })
}

/** Ends a subscription whose permission has ended, or sets when it is due next. */
async function reschedule(ctx: Context, { merchant, id }: Subscription): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const locked = await lockSubscription(tx, { merchant, id })
    if (!locked) return
    const now = ctx.now()
    const step = decideDue(locked, now)
    if (step.kind === 'expire') {
      const expired = afterEnd(locked, { change: 'expired', now })
      await updateSubscription(tx, expired)
      const event = { kind: 'subscription.expired', subscription: expired } as const
      return recordSubscriptionEvent({ ...ctx, db: tx }, event)
    }
    if (step.kind === 'wait') {
      await updateSubscription(tx, { ...locked, ...timesOf(locked, now) })
      return
    }
    const periodIndex = step.period.index
    const [attempt] = await loadAttempts({ ...ctx, db: tx }, [
      { subscription: locked, periodIndex },
    ])
    // The result of the charge makes it due again.
    if (attempt && isUnderWay(attempt.charge))
      await updateSubscription(tx, { ...locked, dueAt: null })
  })
}

/** Postpones attempts whose period has not begun in the newest block, and returns the others. */
async function postponeEarly(
  ctx: Context,
  { chain, attempts }: { chain: Chain; attempts: readonly Attempt[] },
): Promise<Attempt[]> {
  const early = await listEarly(chain, attempts)
  if (early.length === 0) return [...attempts]
  const { anvilUrl } = ctx.sandbox ?? {}
  // The sandbox chain mines only when a transaction arrives.
  if (anvilUrl) await callAnvil(anvilUrl, 'evm_mine')
  const stillEarly = anvilUrl ? await listEarly(chain, attempts) : early
  if (stillEarly.length > 0) await postpone(ctx, { attempts: stillEarly, delayMs: waitForBlockMs })
  return attempts.filter((attempt) => !stillEarly.includes(attempt))
}

/** Lists the attempts whose period has not begun in the newest block. */
async function listEarly(chain: Chain, attempts: readonly Attempt[]): Promise<Attempt[]> {
  const latest = await chain.findBlock('latest')
  const seconds = Number(latest?.timestampSeconds ?? 0n)
  return attempts.filter(({ period }) => seconds < toUnixSeconds(period.startAt))
}
