import { AppError } from '../../../lib/errors.js'
import { type Cents, centsFromDecimal } from '../../../lib/money.js'
import { receiptStatuses } from '../../../lib/receipt-statuses.js'
import { invalidCursor, readChoice, readWhole } from '../../../platform/http/read-query.js'
import type { ReceiptFilterQuery, ReceiptQuery } from '../schemas.js'
import type { PageFilter, ReceiptCursor } from './page-store.js'
import { type ReceiptFilter, receiptFlags } from './search/receipt-filter.js'

/** Later than any receipt. */
const end = Number.MAX_SAFE_INTEGER
/** The position before the newest receipt. */
export const firstPage: ReceiptCursor = { createdAt: end, id: '' }
const anyTime = { min: 0, max: end }
const maxTermLength = 200

/**
 * Reads the filters of a receipt list.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readReceiptQuery(given: ReceiptQuery): PageFilter {
  return {
    limit: readWhole('limit', given.limit, { min: 1, max: 200, fallback: 100 }),
    after: given.cursor ? readCursor(given.cursor) : firstPage,
    hasThumbs: given.thumbs !== '0',
    ...readReceiptFilter(given),
  }
}

/**
 * Reads which receipts to list.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readReceiptFilter(given: ReceiptFilterQuery): ReceiptFilter {
  return {
    status: readChoice('status', given.status, receiptStatuses),
    flag: readChoice('flag', given.flag, receiptFlags),
    from: readWhole('from', given.from, { ...anyTime, fallback: 0 }),
    to: readWhole('to', given.to, { ...anyTime, fallback: end }),
    minUsdCents: readDollars('minUsd', given.minUsd),
    maxUsdCents: readDollars('maxUsd', given.maxUsd),
    term: readTerm(given.q),
  }
}

/** Returns the cursor of the page after this receipt. */
export function writeCursor({ createdAt, id }: ReceiptCursor): string {
  return `${createdAt}.${id}`
}

function readCursor(text: string): ReceiptCursor {
  const [, createdAt = '', id = ''] = /^(\d{1,15})\.(.{1,128})$/.exec(text) ?? []
  if (createdAt === '') throw invalidCursor()
  return { createdAt: Number(createdAt), id }
}

function readTerm(text = ''): string | null {
  const term = text.trim()
  if (term.length > maxTermLength) {
    throw new AppError('invalid_input', `q must have at most ${maxTermLength} characters`)
  }
  return term === '' ? null : term
}

function readDollars(name: string, text = ''): Cents | null {
  if (text === '') return null
  const read = /^\d{1,13}(\.\d+)?$/.test(text) ? centsFromDecimal(text) : null
  if (read !== null) return read
  throw new AppError('invalid_input', `${name} must be an amount such as 12.50`)
}
