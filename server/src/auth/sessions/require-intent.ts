import type { FastifyRequest } from 'fastify'
import { AppError } from '../../lib/errors.js'
import type { Config } from '../../platform/config/config.js'
import { isSameSecret } from '../same-secret.js'
import { csrfCookie, readCookie } from './cookies.js'
import { requireOwnPage } from './require-own-page.js'
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
