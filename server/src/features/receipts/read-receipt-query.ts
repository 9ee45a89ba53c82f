import { AppError } from '../../lib/errors.js'
import { invalidCursor } from '../../platform/http/invalid-cursor.js'
import { readChoice } from '../../platform/http/read-choice.js'
import { readWhole } from '../../platform/http/read-whole.js'
import type { PageFilter, ReceiptCursor } from './page-store.js'
import type { ReceiptQuery } from './schemas.js'
import { receiptStatuses } from './status/statuses.js'

/** Later than any receipt. */
const end = Number.MAX_SAFE_INTEGER
const start: ReceiptCursor = { createdAt: end, id: '' }
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
    after: given.cursor ? readCursor(given.cursor) : start,
    status: readChoice('status', given.status, receiptStatuses),
    from: readWhole('from', given.from, { ...anyTime, fallback: 0 }),
    to: readWhole('to', given.to, { ...anyTime, fallback: end }),
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
