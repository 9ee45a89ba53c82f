import { AppError } from '../../lib/errors.js'
import type { Context } from '../context.js'
import type { Chain } from './chain.js'
import { isChainFailure } from './chain-failures.js'

/**
 * Runs `read` with the chain, for a request. A failed read throws, so that it is never taken for a
 * negative result. Other errors propagate.
 *
 * @throws {AppError} `chain_unavailable`.
 */
export async function readChain<Result>(
  { chain, log }: Pick<Context, 'chain' | 'log'>,
  read: (chain: Chain) => Promise<Result>,
): Promise<Result> {
  if (!chain) {
    throw new AppError('chain_unavailable', 'No chain is configured. Set CHAIN_RPC_URL.')
  }
  try {
    return await read(chain)
  } catch (error) {
    if (!isChainFailure(error)) throw error
    log.warn({ err: error }, 'reading the chain for a request failed')
    throw new AppError('chain_unavailable', 'The chain is not reachable. Retry in a moment.', {
      cause: error,
    })
  }
}

/** Returns whether an error is that of `readChain` for a chain that is not reachable. */
export function isChainUnavailable(error: unknown): boolean {
  return error instanceof AppError && error.code === 'chain_unavailable'
}
