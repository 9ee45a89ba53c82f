import { parseHash } from '../../../lib/hex.js'
import { mapConcurrent } from '../../../lib/map-concurrent.js'
import { SECOND_MS, toUnixSeconds, type UnixMs } from '../../../lib/time.js'
import { callAnvil } from '../../../platform/chain/anvil/call-anvil.js'
import type { Chain } from '../../../platform/chain/chain.js'
import { keyOf } from '../../../platform/chain/outgoing/relayer-keys.js'
import type { Context } from '../../../platform/context.js'
import { lockReceipt } from '../../receipts/status/lock-receipt.js'
import { statusFacts } from '../../receipts/status/statuses.js'
import { readOverrides } from '../payout/read-overrides.js'
import type { BillingPlanVersion } from '../plans/plan.js'
import { recordSubscriptionEvent } from '../record-subscription-event.js'
import type { Subscription } from '../subscription.js'
import { lockSubscription, updateSubscription } from '../subscription-store.js'
import { timesOf } from '../times-of.js'
import { adoptCharge } from './adopt-charge.js'
import { type Attempt, isUnderWay, loadAttempts, lockAttempt } from './attempt.js'
import type { FailureCode } from './charge.js'
import { classifyAttempts } from './classify-state.js'
import { listDue } from './due-store.js'
import { recordFailure, recordSuccess } from './end-attempt.js'
import { gatherBatches } from './gather-batches.js'
import { planBatch, postpone } from './plan-batch.js'
import { afterEnd, decideDue } from './schedule.js'

const pageSize = 500
const callsAtOnce = 8
const atOnce = 4
/** The newest block may be a little older than the start of a period. */
const waitForBlockMs = 5 * SECOND_MS

export type Charged = { planned: number; failed: number }

/**
 * Attempts every charge that is due. Reads the chain first, so that a charge that must fail costs no gas. Plans the others
 * in batches; their results follow later.
 *
 * @throws when the chain does not respond. Everything that was not attempted stays due.
 */
export async function chargeDue(
  ctx: Context,
  { chain, signal }: { chain: Chain; signal: AbortSignal },
): Promise<Charged> {
  const total: Charged = { planned: 0, failed: 0 }
  // Without a key nothing can be charged.
  if (keyOf(ctx.config, 'charges') === null) return total
  const now = ctx.now()
  let after: { dueAt: UnixMs; id: string } | null = null
  while (!signal.aborted) {
    const due: Subscription[] = await listDue(ctx.db, { now, after, limit: pageSize })
    const { planned, failed } = await attemptCharges(ctx, { chain, due, signal })
    total.planned += planned
    total.failed += failed
    const last = due.at(-1)
    if (due.length < pageSize || !last || last.dueAt === null) break
    after = { dueAt: last.dueAt, id: last.id }
  }
  return total
}

/** Attempts the charges of these subscriptions, as far as they are due. */
export async function attemptCharges(
  ctx: Context,
  { chain, due, signal }: { chain: Chain; due: readonly Subscription[]; signal: AbortSignal },
): Promise<Charged> {
  const unpaid = await endPaid(ctx, await listAttempts(ctx, due))
  if (unpaid.length === 0) return { planned: 0, failed: 0 }
  const attempts = await postponeEarly(ctx, { chain, attempts: unpaid })
  const sorted = await sortByProspect(chain, attempts)
  await mapConcurrent(sorted.failing, atOnce, (one) => fail(ctx, one))
  for (const attempt of sorted.charged) await adoptCharge(ctx, { chain, attempt })
  const planned = await planReady(ctx, { chain, ready: sorted.ready, signal })
  return { planned, failed: sorted.failing.length }
}

type Ready = { attempt: Attempt; isApproved: boolean }

/** Attempts by the result that they would have now. */
type Sorted = {
  ready: Ready[]
  charged: Attempt[]
  failing: { attempt: Attempt; code: FailureCode }[]
}

/** Sorts attempts by the state of their permissions on chain. */
async function sortByProspect(chain: Chain, attempts: readonly Attempt[]): Promise<Sorted> {
  const prospects = await classifyAttempts(chain, attempts)
  const sorted: Sorted = { ready: [], charged: [], failing: [] }
  for (const [index, attempt] of attempts.entries()) {
    const prospect = prospects[index]
    if (prospect?.kind === 'ready') {
      sorted.ready.push({ attempt, isApproved: prospect.isApproved })
    }
    if (prospect?.kind === 'charged') sorted.charged.push(attempt)
    if (prospect?.kind === 'failing') sorted.failing.push({ attempt, code: prospect.code })
  }
  return sorted
}

/** Plans the transactions of attempts that would succeed. Returns how many were planned. */
async function planReady(
  ctx: Context,
  { chain, ready, signal }: { chain: Chain; ready: readonly Ready[]; signal: AbortSignal },
): Promise<number> {
  if (ready.length === 0) return 0
  const versions = ready.map(({ attempt }) => attempt.version)
  const missing = await listMissing(chain, versions)
  const overrides = await readOverrides(
    chain,
    versions.map(({ owner }) => owner),
  )
  let planned = 0
  for (const batch of await gatherBatches(chain, { ready, missing })) {
    if (signal.aborted) break
    planned += await planBatch(ctx, { ...batch, overrides })
  }
  return planned
}

/** Returns the attempts to make. Subscriptions without one are scheduled again, or end. */
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
  if (stillEarly.length > 0) await postpone(ctx, stillEarly, waitForBlockMs)
  return attempts.filter((attempt) => !stillEarly.includes(attempt))
}

/** Lists the attempts whose period has not begun in the newest block. */
async function listEarly(chain: Chain, attempts: readonly Attempt[]): Promise<Attempt[]> {
  const latest = await chain.findBlock('latest')
  const seconds = Number(latest?.timestampSeconds ?? 0n)
  return attempts.filter(({ period }) => seconds < toUnixSeconds(period.startAt))
}

async function fail(
  ctx: Context,
  { attempt: before, code }: { attempt: Attempt; code: FailureCode },
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx }
    const now = ctx.now()
    const attempt = await lockAttempt(inTx, before.charge)
    if (!attempt || isUnderWay(attempt.charge) || attempt.charge.state === 'succeeded') return
    const { subscription } = attempt
    if (subscription.dueAt === null || subscription.dueAt > now) return
    const step = decideDue(subscription, now)
    if (step.kind !== 'charge' || step.period.index !== before.period.index) return
    const charge = { ...attempt.charge, attempt: attempt.charge.attempt + 1 }
    await recordFailure(inTx, { attempt: { ...attempt, charge }, code, transactionHash: null })
  })
}

/** Lists the versions whose spender does not exist on chain. */
async function listMissing(
  chain: Pick<Chain, 'findCode'>,
  versions: readonly BillingPlanVersion[],
): Promise<BillingPlanVersion[]> {
  const bySpender = new Map(versions.map((version) => [version.spender, version]))
  const all = [...bySpender.values()]
  const codes = await mapConcurrent(all, callsAtOnce, ({ spender }) => chain.findCode(spender))
  return all.filter((_, index) => codes[index] === null)
}
