import { AppError } from '../../../lib/errors.js'
import { invalidCursor } from '../../../platform/http/read-query.js'
import type { ForecastStart } from './forecast-store.js'
import type { ForecastQuery } from './schemas.js'

const maxDays = 90
const defaultDays = '30'

/** Before every subscription. */
const beginning: ForecastStart = { customer: '', id: '' }

/**
 * Reads the query of a forecast.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readForecastQuery({ days: text, cursor }: ForecastQuery): {
  days: number
  after: ForecastStart
} {
  const days = Number(text || defaultDays)
  if (!Number.isInteger(days) || days < 1 || days > maxDays) {
    throw new AppError('invalid_input', `days must be a whole number from 1 to ${maxDays}.`)
  }
  return { days, after: cursor ? readCursor(cursor) : beginning }
}

/** Returns the cursor of the page after this subscription. */
export function writeCursor({ customer, id }: ForecastStart): string {
  return `${customer}.${id}`
}

function readCursor(text: string): ForecastStart {
  const [, customer, id] = /^(0x[0-9a-f]{40})\.([\w-]{1,64})$/.exec(text) ?? []
  if (customer !== undefined && id !== undefined) return { customer, id }
  throw invalidCursor()
}
