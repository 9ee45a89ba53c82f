import { invalidInput } from '../../../lib/errors.js'
import { type Cents, centsFromDecimal } from '../../../lib/money.js'
import { receiptStatuses } from '../../../lib/receipt-statuses.js'
import { readDayRange } from '../../../platform/http/read-day-range.js'
import { invalidCursor, readChoice, readWhole } from '../../../platform/http/read-query.js'
import type { ReceiptFilterQuery, ReceiptQuery } from '../schemas.js'
import type { PageFilter, ReceiptCursor } from './page-store.js'
import {
  archivedChoices,
  funnelSteps,
  listedTimes,
  type ReceiptFilter,
  receiptFlags,
} from './search/receipt-filter.js'

/** Later than any receipt. */
const end = Number.MAX_SAFE_INTEGER
/** The position before the newest receipt. */
export const firstPage: ReceiptCursor = { createdAt: end, id: '' }
const anyTime = { min: 0, max: end }
const maxTermLength = 200

/**
 * Reads the filters of a receipt list. `timeZone` is the zone of `fromDay` and `toDay`.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readReceiptQuery(query: ReceiptQuery, timeZone = 'UTC'): PageFilter {
  return {
    limit: readWhole('limit', query.limit, { min: 1, max: 200, fallback: 100 }),
    after: query.cursor ? readCursor(query.cursor) : firstPage,
    hasThumbs: query.thumbs !== '0',
    ...readReceiptFilter(query, timeZone),
  }
}

/**
 * Reads which receipts to list. `timeZone` is the zone of `fromDay` and `toDay`.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readReceiptFilter(query: ReceiptFilterQuery, timeZone = 'UTC'): ReceiptFilter {
  const days = readDayRange(query, timeZone)
  return {
    status: readChoice('status', query.status, receiptStatuses),
    hasTip: query.hasTip === 'true',
    time: readChoice('time', query.time, listedTimes) ?? 'created',
    flag: readChoice('flag', query.flag, receiptFlags),
    archived: readChoice('archived', query.archived, archivedChoices) ?? 'no',
    customerId: readId('customer', query.customer),
    registerId: readId('registerId', query.registerId),
    reached: readChoice('reached', query.reached, funnelSteps),
    failureCode: readId('failureCode', query.failureCode),
    item: readId('item', query.item),
    jurisdiction: readId('jurisdiction', query.jurisdiction),
    from: days.from ?? readWhole('from', query.from, { ...anyTime, fallback: 0 }),
    to: days.to ?? readWhole('to', query.to, { ...anyTime, fallback: end }),
    minUsdCents: readDollars('minUsd', query.minUsd),
    maxUsdCents: readDollars('maxUsd', query.maxUsd),
    term: readTerm(query.q),
    searchesComments: true,
    own: null,
  }
}

/** Returns the cursor of the page after this position. */
export function writeCursor({ createdAt, id }: ReceiptCursor): string {
  return `${createdAt}.${id}`
}

function readCursor(text: string): ReceiptCursor {
  const [, createdAt = '', id = ''] = /^(\d{1,15})\.(.{1,128})$/.exec(text) ?? []
  if (createdAt === '') throw invalidCursor()
  return { createdAt: Number(createdAt), id }
}

function readId(name: string, text = ''): string | null {
  if (text.length > maxTermLength) {
    throw invalidInput(`${name} must have at most ${maxTermLength} characters`)
  }
  return text === '' ? null : text
}

function readTerm(text = ''): string | null {
  const term = text.trim()
  if (term.length > maxTermLength) {
    throw invalidInput(`q must have at most ${maxTermLength} characters`)
  }
  return term === '' ? null : term
}

function readDollars(name: string, text = ''): Cents | null {
  if (text === '') return null
  const read = /^\d{1,13}(\.\d+)?$/.test(text) ? centsFromDecimal(text) : null
  if (read !== null) return read
  throw invalidInput(`${name} must be an amount such as 12.50`)
}
