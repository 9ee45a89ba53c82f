import { SECOND_MS } from '../lib/time.js'
import type { Context } from '../platform/context.js'
import { createFairQueue } from '../platform/limits/fair-queue.js'
import type { Limiter } from './limits/limiter.js'
import { requireCall } from './limits/take-call.js'
import type { NetworkHash } from './network-hash.js'

/** Runs a check of a signature that only the chain can decide. */
export type RunContractCheck = <Result>(check: () => Promise<Result>) => Promise<Result>

export type ContractChecks = {
  /**
   * Returns a function that runs checks for a caller, in round-robin order by network address.
   *
   * @throws {AppError} `rate_limited`.
   */
  forAddress(ip: string): RunContractCheck
}

/** Each runs code of the wallet's owner, up to 0.7 s on the node. */
const checksAtOnce = 4
const retryAfterMs = 5 * SECOND_MS

/** Creates the limits on signatures of contract wallets (EIP-1271, EIP-6492). One per process. */
export function createContractChecks(
  ctx: Pick<Context, 'now' | 'config'>,
  { limiter, hashNetwork }: { limiter: Limiter; hashNetwork: NetworkHash },
): ContractChecks {
  const queue = createFairQueue(ctx, {
    limit: 'waiting-signatures',
    atOnce: checksAtOnce,
    retryAfterMs,
  })
  const counting = { limiter, config: ctx.config }

  return {
    forAddress: (ip) => async (check) => {
      const network = hashNetwork(ip)
      await requireCall(counting, 'contract-signatures', { network })
      return queue.run(network, check)
    },
  }
}
