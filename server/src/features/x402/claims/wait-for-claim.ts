import { assertNever } from '../../../lib/assert-never.js'
import { AppError } from '../../../lib/errors.js'
import type { Hash } from '../../../lib/hex.js'
import type { Chain } from '../../../platform/chain/chain.js'
import type { Context } from '../../../platform/context.js'
import { createPause } from '../../../platform/jobs/pause.js'
import type { Redeemed } from '../paid-request.js'
import { respond } from '../respond.js'
import type { Claim } from './claim.js'
import { alreadyUsed } from './replay.js'
import { type Resolution, resolveClaim } from './resolve-claim.js'

/** How long a request waits for its payment to be in a block. */
const defaultWaitMs = 20_000
/** Between two looks, when no wake-up comes: another process may send the transaction. */
const pollMs = 500
const retryAfterMs = 5_000

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
    isLive?: boolean
  },
): Promise<Redeemed> {
  const { claim, chain, maxWaitMs = defaultWaitMs, isLive = true } = input
  const untilMs = performance.now() + maxWaitMs
  const resolution = await waitForResolution(ctx, { claim, chain, untilMs, isLive })
  switch (resolution.kind) {
    case 'settled':
      return respond(ctx, { claim, ...resolution, untilMs, isRepeated: false })
    case 'failed':
    case 'unpaid':
      return { kind: 'refused', reason: resolution.reason }
    case 'public':
      throw alreadyUsed(claim)
    case 'pending':
      throw settlementPending(claim, resolution.transactionHash)
    default:
      return assertNever(resolution)
  }
}

async function waitForResolution(
  ctx: Context,
  {
    claim,
    chain,
    untilMs,
    isLive,
  }: { claim: Claim; chain: Chain; untilMs: number; isLive: boolean },
): Promise<Resolution> {
  const pause = createPause()
  const stopListening = ctx.wakeups.listen('outgoing-progress', pause.wake)
  let last: Resolution = { kind: 'pending', transactionHash: null }
  try {
    for (;;) {
      const isLast = performance.now() >= untilMs
      last = await resolveClaim(ctx, { claim, chain, isLive }).catch((error: unknown) => {
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

function settlementPending({ subject }: Claim, transactionHash: Hash | null): AppError {
  const receiptId = subject.kind === 'order' ? subject.receiptId : null
  return new AppError(
    'failed',
    'The payment was submitted and is not in a block yet. Do not pay again. Repeat the request with the same payment and Idempotency-Key.',
    {
      fields: { reason: 'settlement_pending', transactionHash, receiptId, retryable: true },
      retryAfterMs,
    },
  )
}
