import type { FastifyRequest } from 'fastify'
import { AppError } from '../../lib/errors.js'
import type { Config } from '../../platform/config/config.js'
import { isSameSecret } from '../../platform/secrets/seal.js'
import { ownOrigins } from '../own-hosts.js'
import { readCookie } from './cookies.js'

/**
 * Requires that a write by cookie comes from one of our pages and carries the CSRF token of
 * its session or device.
 *
 * @throws {AppError} `forbidden`.
 */
export function requireIntent(
  request: FastifyRequest,
  { csrfToken, cookie: name, config }: { csrfToken: string; cookie: string; config: Config },
): void {
  requireOwnPage(request, config)
  const headerToken = request.headers['x-csrf-token']
  const cookie = readCookie(request.headers.cookie, name)
  const isRight =
    typeof headerToken === 'string' &&
    isSameSecret(headerToken, csrfToken) &&
    (cookie === null || isSameSecret(cookie, headerToken))
  if (isRight) return
  throw new AppError('forbidden', 'Send the CSRF token of your session or device as x-csrf-token.')
}

/**
 * Rejects a request that, by its browser headers, comes from a page of another site. Programs send
 * no such headers and pass, because they have no ambient cookies.
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
