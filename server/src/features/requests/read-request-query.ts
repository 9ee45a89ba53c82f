import { AppError } from '../../lib/errors.js'
import { invalidCursor, readWhole } from '../../platform/http/read-query.js'
import type { RequestFilter } from './request-store.js'
import type { RequestQuery } from './schemas.js'

type PageQuery = { filter: RequestFilter; below: string | null; limit: number }

/**
 * Parses the query of a list of calls. Empty fields count as absent, because forms send them.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readRequestQuery(query: RequestQuery): PageQuery {
  return {
    filter: {
      keyId: query.keyId || null,
      statusClass: readStatusClass(query.status),
      route: query.route || null,
    },
    below: readCursor(query.cursor),
    limit: readWhole('limit', query.limit, { min: 1, max: 100, fallback: 50 }),
  }
}

function readStatusClass(text = ''): number | null {
  if (text === '') return null
  if (/^[2-5]xx$/.test(text)) return Number(text[0])
  throw new AppError('invalid_input', 'status must be one of 2xx, 3xx, 4xx, 5xx.')
}

function readCursor(text = ''): string | null {
  if (text === '') return null
  if (/^[1-9]\d{0,17}$/.test(text)) return text
  throw invalidCursor()
}
