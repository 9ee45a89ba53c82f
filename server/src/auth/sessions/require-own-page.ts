import type { FastifyRequest } from 'fastify'
import { AppError } from '../../lib/errors.js'
import type { Config } from '../../platform/config/config.js'
import { ownOrigins } from './own-origins.js'

/**
 * Rejects a request that, by its browser headers, comes from a page of another site. Programs send no such headers and
 * pass, because they have no ambient cookies.
 *
 * @throws {AppError} `forbidden`.
 */
export function requireOwnPage(
  { headers }: Pick<FastifyRequest, 'headers'>,
  config: Pick<Config, 'baseUrl' | 'payUrl'>,
): void {
  const { origin, 'sec-fetch-site': site } = headers
  const isForeign =
    (origin !== undefined && !ownOrigins(config).includes(origin)) ||
    (site !== undefined && site !== 'same-origin' && site !== 'none')
  if (isForeign) throw new AppError('forbidden', 'This request comes from another site.')
}
