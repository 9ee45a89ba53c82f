import type { FastifyRequest } from 'fastify'
import type { Access } from '../../../auth/access.js'
import { takeReceipt } from '../../../auth/limits/take-receipt.js'
import type { Address } from '../../../lib/hex.js'
import type { Config } from '../../../platform/config/config.js'

/** An unpaid offer is a quote, a deposit address and a receipt without lines, with their indexes. */
const offerKilobytes = 2

/**
 * Counts what an offer at a shop stores.
 *
 * @throws {AppError} `rate_limited`.
 */
export async function countOffer(
  counting: Pick<Access, 'limiter' | 'hashNetwork' | 'storage'> & { config: Config },
  { request, shop }: { request: FastifyRequest; shop: Address },
): Promise<void> {
  const exceeded = await counting.storage.take(request, offerKilobytes, { shop })
  if (exceeded) throw exceeded
  await takeReceipt(counting, request)
}
