import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, unixMs } from '../../../lib/time.js'
import type { Chain } from '../../../platform/chain/chain.js'
import type { Context } from '../../../platform/context.js'
import { StoreUnavailable } from '../../../platform/db/store-unavailable.js'
import { repeatWhileFull } from '../../../platform/jobs/process-in-batches.js'
import type { Job } from '../../../platform/jobs/run-jobs.js'
import type { WorkSource } from '../../../platform/jobs/work-poll.js'
import { deleteExpiredQuotes } from '../orders/quote-store.js'
import type { Claim } from './claim.js'
import { deleteClaim, deleteEndedClaims, takeDueClaims } from './claim-store.js'
import { resolveClaim } from './resolve-claim.js'

const retryMs = 15 * SECOND_MS
const batchSize = 100

/** Finds the outcome of payments whose request has ended without one, e.g. in a crash. */
export const reconcileClaims: Job = {
  name: 'reconcile-x402',
  everyMs: MINUTE_MS,
  runsOn: ['x402-claims'],
  async run(ctx, signal) {
    const { chain } = ctx
    let ended = 0
    if (!chain) return { ended }
    for (let last = batchSize; last === batchSize && !signal.aborted; ) {
      const now = ctx.now()
      const due = { now, nextTryAt: unixMs(now + retryMs), limit: batchSize }
      const claims = await takeDueClaims(ctx.db, due)
      last = claims.length
      for (const claim of claims) if (await endIfResolved(ctx, { claim, chain })) ended += 1
    }
    return { ended }
  },
}

export const openClaims: WorkSource = {
  topic: 'x402-claims',
  sql: `exists (select from x402_claims where state in ('claimed', 'settling') and next_try_at <= $1)`,
}

async function endIfResolved(
  ctx: Context,
  { claim, chain }: { claim: Claim; chain: Chain },
): Promise<boolean> {
  if (claim.state === 'claimed') {
    // Its request ended before money could move.
    await deleteClaim(ctx.db, claim)
    return true
  }
  try {
    const { kind } = await resolveClaim(ctx, { claim, chain, mayIssueKey: false })
    const isOpen = kind === 'pending' || kind === 'unpaid'
    if (!isOpen) ctx.log.info({ nonce: claim.nonce, kind }, 'x402 payment reconciled')
    return !isOpen
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error
    ctx.log.warn({ err: error, nonce: claim.nonce }, 'an x402 payment could not be reconciled')
    return false
  }
}

const keptQuotesMs = DAY_MS
/** Callers may repeat a request this long. The chain accepts an authorization once. */
const keptClaimsMs = 30 * DAY_MS
const pruneBatchSize = 500

/** Deletes quotes and payments that no response needs. */
export const pruneX402: Job = {
  name: 'prune-x402',
  everyMs: HOUR_MS,
  async run(ctx, signal) {
    const now = ctx.now()
    const prune = (remove: typeof deleteEndedClaims, keptForMs: number) => {
      const before = unixMs(now - keptForMs)
      return repeatWhileFull(signal, {
        batchSize: pruneBatchSize,
        work: (limit) => remove(ctx.db, { before, limit }),
      })
    }
    return {
      quotes: await prune(deleteExpiredQuotes, keptQuotesMs),
      claims: await prune(deleteEndedClaims, keptClaimsMs),
    }
  },
}
