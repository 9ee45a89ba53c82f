import type { FastifyRequest } from 'fastify'
import { AppError } from '../../lib/errors.js'
import type { Config } from '../../platform/config/config.js'
import { ownOrigins } from './own-origins.js'

/**
 * Turns away a request when the browser says that somebody else's page made it. Programs say nothing of the
 * kind and pass: they hold no cookies of ours that they were not given.
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
  if (isForeign) throw new AppError('forbidden', 'This request comes from another site')
}
