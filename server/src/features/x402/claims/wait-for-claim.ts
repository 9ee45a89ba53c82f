import { assertNever } from '../../../lib/errors.js'
import type { Chain } from '../../../platform/chain/chain.js'
import type { Context } from '../../../platform/context.js'
import { createPause } from '../../../platform/jobs/pause.js'
import { describePaid } from '../describe-paid.js'
import type { RedeemResult } from '../paid-request.js'
import { alreadyUsed, type Claim, settlementPending } from './claim.js'
import { type Resolution, resolveClaim } from './resolve-claim.js'

/** How long a request waits for its payment to be in a block. */
export const requestWaitMs = 20_000
/** Between two looks, when no wake-up comes: another process may send the transaction. */
const pollMs = 500

/**
 * Waits until a payment is in a block, and responds.
 *
 * @throws {AppError} `failed` with the reason `settlement_pending` when it takes too long.
 */
export async function waitForClaim(
  ctx: Context,
  input: {
    claim: Claim
    chain: Chain
    maxWaitMs?: number
    /** Whether the caller made the claim, and may therefore get a key. Defaults to true. */
    mayIssueKey?: boolean
  },
): Promise<RedeemResult> {
  const { claim, chain, maxWaitMs = requestWaitMs, mayIssueKey = true } = input
  const untilMs = performance.now() + maxWaitMs
  const resolution = await waitForResolution(ctx, { claim, chain, untilMs, mayIssueKey })
  switch (resolution.kind) {
    case 'settled':
      return describePaid(ctx, { claim, ...resolution, untilMs, isRepeated: false })
    case 'failed':
    case 'unpaid':
      return { kind: 'refused', reason: resolution.reason }
    case 'proof_public':
      throw alreadyUsed(claim)
    case 'pending':
      throw settlementPending({ claim, transactionHash: resolution.transactionHash })
    default:
      return assertNever(resolution)
  }
}

async function waitForResolution(
  ctx: Context,
  input: { claim: Claim; chain: Chain; untilMs: number; mayIssueKey: boolean },
): Promise<Resolution> {
  const { claim, chain, untilMs, mayIssueKey } = input
  const pause = createPause()
  const stopListening = ctx.wakeups.listen('outgoing-progress', pause.wake)
  let last: Resolution = { kind: 'pending', transactionHash: null }
  try {
    for (;;) {
      const isLast = performance.now() >= untilMs
      last = await resolveClaim(ctx, { claim, chain, mayIssueKey }).catch((error: unknown) => {
        // The money may have moved, so the outcome is unknown.
        ctx.log.warn({ err: error }, 'an x402 payment could not be followed')
        return last
      })
      if (last.kind !== 'pending' || isLast) return last
      await pause.wait(Math.max(0, Math.min(pollMs, untilMs - performance.now())))
    }
  } finally {
    stopListening()
  }
}
