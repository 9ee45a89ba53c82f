import { mapConcurrent } from '../../../../lib/map-concurrent.js'
import { SECOND_MS } from '../../../../lib/time.js'
import type { Chain } from '../../../../platform/chain/chain.js'
import { keyOf } from '../../../../platform/chain/outgoing/relayer-keys.js'
import { type Context, inTransaction } from '../../../../platform/context.js'
import { readOverrides } from '../../payout/read-overrides.js'
import type { BillingPlanVersion } from '../../plans/plan.js'
import type { Subscription } from '../../subscription.js'
import { listByRefs } from '../../subscription-store.js'
import { type Attempt, isInFlight, lockAttempt } from '../attempt/attempt.js'
import type { FailureCode } from '../attempt/charge.js'
import { classifyAttempts } from '../attempt/classify-state.js'
import { gatherBatches, type ReadyAttempt } from '../batch/gather-batches.js'
import { planBatch } from '../batch/plan-batch.js'
import { adoptCharges } from '../result/adopt-charge.js'
import { recordFailure } from '../result/end-attempt.js'
import { listDue } from './due-store.js'
import { decideDue } from './schedule.js'
import { postpone, selectAttempts } from './select-attempts.js'

const maxPerRound = 50_000
const pageSize = 500
const callsAtOnce = 8
const failuresAtOnce = 4
/** A revocation has enough confirmations soon. */
const confirmAfterMs = 15 * SECOND_MS

type ChargeCounts = { planned: number; failed: number }

/**
 * Attempts every charge that is due. Reads the chain first, so that a charge that must fail costs
 * no gas. Plans the others in batches; their results follow later.
 *
 * @throws when the chain does not respond. Everything that was not attempted stays due.
 */
export async function chargeDue(
  ctx: Context,
  { chain, signal }: { chain: Chain; signal: AbortSignal },
): Promise<ChargeCounts> {
  const total: ChargeCounts = { planned: 0, failed: 0 }
  const now = ctx.now()
  const adoptable: Attempt[] = []
  const refs = await listDue(ctx.db, { now, limit: maxPerRound })
  for (let from = 0; from < refs.length && !signal.aborted; from += pageSize) {
    const page = await listByRefs(ctx.db, refs.slice(from, from + pageSize))
    const subscriptions = page.filter(({ dueAt }) => dueAt !== null && dueAt <= now)
    const { planned, failed, chargedAttempts } = await attemptPage(ctx, {
      chain,
      subscriptions,
      signal,
    })
    total.planned += planned
    total.failed += failed
    adoptable.push(...chargedAttempts)
  }
  await adoptCharges(ctx, { chain, attempts: adoptable, signal })
  return total
}

/** Attempts the charges of these subscriptions, if they are due. */
export async function attemptCharges(
  ctx: Context,
  input: { chain: Chain; subscriptions: readonly Subscription[]; signal: AbortSignal },
): Promise<void> {
  const { chargedAttempts } = await attemptPage(ctx, input)
  await adoptCharges(ctx, { ...input, attempts: chargedAttempts })
}

/** Attempts charges. Returns those of other parties, whose search must not delay the rest. */
async function attemptPage(
  ctx: Context,
  {
    chain,
    subscriptions,
    signal,
  }: { chain: Chain; subscriptions: readonly Subscription[]; signal: AbortSignal },
): Promise<ChargeCounts & { chargedAttempts: Attempt[] }> {
  const attempts = await selectAttempts(ctx, { chain, subscriptions })
  if (attempts.length === 0) return { planned: 0, failed: 0, chargedAttempts: [] }
  const { failing, ready, chargedAttempts, unconfirmed } = await groupByExpectedResult(ctx, {
    chain,
    attempts,
  })
  if (unconfirmed.length > 0) {
    await postpone(ctx, { attempts: unconfirmed, delayMs: confirmAfterMs })
  }
  await mapConcurrent(failing, failuresAtOnce, (attempt) => fail(ctx, attempt))
  const planned = await planReady(ctx, { chain, ready, signal })
  return { planned, failed: failing.length, chargedAttempts }
}

/** Attempts by the result that they would have now. */
type AttemptGroups = {
  ready: ReadyAttempt[]
  chargedAttempts: Attempt[]
  failing: { attempt: Attempt; code: FailureCode }[]
  /** Those whose permission is revoked, without enough confirmations. */
  unconfirmed: Attempt[]
}

/** Sorts attempts by the state of their permissions on chain. */
async function groupByExpectedResult(
  ctx: Context,
  { chain, attempts }: { chain: Chain; attempts: readonly Attempt[] },
): Promise<AttemptGroups> {
  const prospects = await classifyAttempts(ctx, { chain, attempts })
  const groups: AttemptGroups = { ready: [], chargedAttempts: [], failing: [], unconfirmed: [] }
  for (const [index, attempt] of attempts.entries()) {
    const prospect = prospects[index]
    if (prospect?.kind === 'ready') {
      groups.ready.push({ attempt, isApproved: prospect.isApproved })
    }
    if (prospect?.kind === 'charged') groups.chargedAttempts.push(attempt)
    if (prospect?.kind === 'unconfirmed') groups.unconfirmed.push(attempt)
    if (prospect?.kind === 'failing') groups.failing.push({ attempt, code: prospect.code })
  }
  return groups
}

/** Plans the transactions of attempts that would succeed. Returns how many were planned. */
async function planReady(
  ctx: Context,
  { chain, ready, signal }: { chain: Chain; ready: readonly ReadyAttempt[]; signal: AbortSignal },
): Promise<number> {
  // Without a key nothing can be charged.
  if (ready.length === 0 || keyOf(ctx.config, 'charges') === null) return 0
  const versions = ready.map(({ attempt }) => attempt.version)
  const missingVersions = await listMissing(chain, versions)
  const overrides = await readOverrides(
    chain,
    versions.map(({ owner }) => owner),
  )
  let planned = 0
  for (const batch of await gatherBatches(chain, { ready, missingVersions })) {
    if (signal.aborted) break
    planned += await planBatch(ctx, { ...batch, overrides })
  }
  return planned
}

async function fail(
  ctx: Context,
  { attempt: before, code }: { attempt: Attempt; code: FailureCode },
): Promise<void> {
  await inTransaction(ctx, async (inTx) => {
    const now = ctx.now()
    const attempt = await lockAttempt(inTx, before.charge)
    if (!attempt || isInFlight(attempt.charge) || attempt.charge.state === 'succeeded') return
    const { subscription } = attempt
    if (subscription.dueAt === null || subscription.dueAt > now) return
    const step = decideDue(subscription, now)
    if (step.kind !== 'charge' || step.period.index !== before.period.index) return
    const charge = { ...attempt.charge, attempt: attempt.charge.attempt + 1 }
    await recordFailure(inTx, { attempt: { ...attempt, charge }, code, transactionHash: null })
  })
}

/** Lists the versions whose spender does not exist on chain. */
export async function listMissing(
  chain: Pick<Chain, 'findCode'>,
  versions: readonly BillingPlanVersion[],
): Promise<BillingPlanVersion[]> {
  const bySpender = new Map(versions.map((version) => [version.spender, version]))
  const all = [...bySpender.values()]
  const codes = await mapConcurrent(all, callsAtOnce, ({ spender }) => chain.findCode(spender))
  return all.filter((_, index) => codes[index] === null)
}
