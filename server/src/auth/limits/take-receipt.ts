import type { FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config/config.js'
import type { LimitName } from '../../platform/limits/limits.js'
import { findMerchant } from '../caller.js'
import type { NetworkHash } from '../network-hash.js'
import type { Plan } from '../plans.js'
import type { Limiter } from './limiter.js'
import { callsExceeded, takeCall } from './take-call.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route creates a receipt, which counts against a limit of its own. */
    createsReceipt?: true
  }
}

/** How many receipts per day a call per minute allows. */
const receiptsPerCall = 20
/** The database counts in 32 bits. */
const mostReceipts = 2_000_000_000

const limitOf = {
  'starter-calls': 'starter-receipts',
  'pro-calls': 'pro-receipts',
  'enterprise-calls': 'enterprise-receipts',
} as const satisfies Partial<Record<LimitName, LimitName>> & Record<`${Plan}-calls`, LimitName>

/**
 * Takes one of the receipts that a caller may create per day. An order on a shop page counts by its network address only, so
 * that a stranger cannot use up the receipts of a shop.
 *
 * @throws {AppError} `rate_limited`.
 */
export async function takeReceipt(
  counting: { limiter: Limiter; hashNetwork: NetworkHash; config: Pick<Config, 'mode'> },
  request: FastifyRequest,
): Promise<void> {
  const { caller, ip } = request
  const network = counting.hashNetwork(ip)
  const taken = await (caller?.kind === 'developer'
    ? takeCall(
        counting,
        limitOf[caller.limit],
        { subscription: caller.bucket, network },
        { subscription: Math.min(caller.callsPerMinute * receiptsPerCall, mostReceipts) },
      )
    : takeCall(counting, 'starter-receipts', { network, ...subscriptionOf(request) }))
  if (taken.budget.isExceeded) throw callsExceeded(taken)
}

function subscriptionOf(request: FastifyRequest): { subscription?: string } {
  const merchant = findMerchant(request)
  return merchant ? { subscription: `session:${merchant}` } : {}
}
