import type { FastifyRequest } from 'fastify'
import { AppError } from '../../lib/errors.js'
import { parseUrl } from '../../lib/urls.js'

/**
 * Rejects a form that a page of another site sends. Its own pages are compared by host, because a
 * phone may open a sandbox by another name than that of its settings.
 *
 * @throws {AppError} `forbidden`.
 */
export function requireSameSite({ headers }: Pick<FastifyRequest, 'headers'>): void {
  const { origin, host, 'sec-fetch-site': site } = headers
  const isForeign =
    site === undefined
      ? origin !== undefined && parseUrl(origin)?.host !== host
      : site !== 'same-origin' && site !== 'none'
  if (isForeign) throw new AppError('forbidden', "Send this form from the shop's own page.")
}
