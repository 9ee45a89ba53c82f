import { AppError } from '../../../lib/errors.js'
import type { Context } from '../../../platform/context.js'

/**
 * Runs a read of the chain on which nothing depends yet.
 *
 * @throws {AppError} `chain_unavailable` when it fails: an unreachable node says nothing about a payment.
 */
export async function readChain<Result>(
  { log }: Pick<Context, 'log'>,
  read: () => Promise<Result>,
): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof AppError) throw error
    log.warn({ err: error }, 'the chain could not be read for an x402 payment')
    throw new AppError(
      'chain_unavailable',
      'The chain is not reachable right now. Retry in a moment.',
      { retryAfterMs: 2_000 },
    )
  }
}
