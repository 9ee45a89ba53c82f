import type { FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config/config.js'
import type { LimitName } from '../../platform/limits/limits.js'
import { maxOfMerchant } from '../../platform/limits/max-of.js'
import { findMerchant } from '../caller.js'
import type { Developer } from '../keys/developer.js'
import type { NetworkHash } from '../network-hash.js'
import type { Plan } from '../plans.js'
import type { Limiter } from './limiter.js'
import { callsExceeded, takeCall } from './take-call.js'

/** How many receipts per day an agreed call per minute allows. */
const receiptsPerCall = 20
/** The database counts in 32 bits. */
const mostReceipts = 2_000_000_000

/** The limit of receipts for each limit of calls. */
export const receiptLimits = {
  'starter-calls': 'starter-receipts',
  'pro-calls': 'pro-receipts',
  'enterprise-calls': 'enterprise-receipts',
} as const satisfies Partial<Record<LimitName, LimitName>> & Record<`${Plan}-calls`, LimitName>

/**
 * Takes one of the receipts that a caller may create per day. An order on a shop page counts by its
 * network address only, so that an anonymous caller cannot use up the receipts of a shop.
 *
 * @throws {AppError} `rate_limited`.
 */
export async function takeReceipt(
  counting: { limiter: Limiter; hashNetwork: NetworkHash; config: Config },
  request: FastifyRequest,
): Promise<void> {
  const { caller, ip } = request
  const network = counting.hashNetwork(ip)
  const merchant = findMerchant(request)
  if (merchant && counting.config.ownMerchants.has(merchant)) return
  const call = await (caller?.kind === 'developer'
    ? takeCall(
        counting,
        receiptLimits[caller.limit],
        { subscription: caller.bucket, network },
        { subscription: receiptsPerDayOf(counting.config, caller) },
      )
    : takeCall(
        counting,
        'starter-receipts',
        { network, ...(merchant && { subscription: `session:${merchant}` }) },
        merchant
          ? { subscription: maxOfMerchant(counting.config, 'starter-receipts', merchant) }
          : {},
      ))
  if (call.budget.isExceeded) throw callsExceeded(call)
}

/** Returns the receipts that a developer may create per day. Agreed calls include receipts. */
export function receiptsPerDayOf(config: Pick<Config, 'limits'>, caller: Developer): number {
  const { limit, wallet, agreedCallsPerMinute } = caller
  if (agreedCallsPerMinute === null) return maxOfMerchant(config, receiptLimits[limit], wallet)
  return Math.min(agreedCallsPerMinute * receiptsPerCall, mostReceipts)
}
