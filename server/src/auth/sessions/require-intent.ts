import type { FastifyRequest } from 'fastify'
import { AppError } from '../../lib/errors.js'
import type { Config } from '../../platform/config/config.js'
import { isSameSecret } from '../../platform/secrets/seal.js'
import { ownOrigins } from '../own-hosts.js'
import { csrfCookie, readCookie } from './cookies.js'
import type { Person } from './sessions.js'

/**
 * Requires that a write by cookie comes from one of our pages and carries the session's CSRF token.
 *
 * @throws {AppError} `forbidden`.
 */
export function requireIntent(
  request: FastifyRequest,
  { person, config }: { person: Person; config: Config },
): void {
  requireOwnPage(request, config)
  const given = request.headers['x-csrf-token']
  const cookie = readCookie(request.headers.cookie, csrfCookie)
  const isRight =
    typeof given === 'string' &&
    isSameSecret(given, person.csrfToken) &&
    (cookie === null || isSameSecret(cookie, given))
  if (isRight) return
  throw new AppError('forbidden', "Send the session's CSRF token as x-csrf-token.")
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
