import { invalidInput } from '../../lib/errors.js'
import { foldBeginning } from '../../lib/search/word-suffixes.js'
import { invalidCursor, readChoice, readWhole } from '../../platform/http/read-query.js'
import type { Customer } from './customer.js'
import { type CustomerCursor, type CustomerSort, sortColumns } from './customer-store.js'
import type { CustomerFilterQuery, CustomerQuery } from './schemas.js'

/** Which customers to list, in which order. */
export type CustomerFilter = {
  /** The beginning of an e-mail address, name or wallet, or of a word in one. */
  beginning: string | null
  sort: CustomerSort
  isDescending: boolean
}

export type CustomerPage = CustomerFilter & { limit: number; after: CustomerCursor | null }

const customerSorts = Object.keys(sortColumns) as CustomerSort[]
const orders = ['asc', 'desc'] as const

const maxTermLength = 200

/**
 * Reads the query of a list of customers.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readCustomerQuery(query: CustomerQuery): CustomerPage {
  const filter = readCustomerFilter(query)
  return {
    ...filter,
    limit: readWhole('limit', query.limit, { min: 1, max: 200, fallback: 100 }),
    after: query.cursor ? readCursor(query.cursor, filter.sort) : null,
  }
}

/**
 * Reads which customers to list. Names are sorted from a to z, everything else the largest first.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readCustomerFilter({ q = '', sort, order }: CustomerFilterQuery): CustomerFilter {
  if (q.length > maxTermLength) {
    throw invalidInput(`q must have at most ${maxTermLength} characters.`)
  }
  const chosen = readChoice('sort', sort, customerSorts) ?? 'lastSeenAt'
  const usual = chosen === 'name' ? 'asc' : 'desc'
  return {
    beginning: foldBeginning(q) || null,
    sort: chosen,
    isDescending: (readChoice('order', order, orders) ?? usual) === 'desc',
  }
}

/** Returns the cursor of the page after this customer. */
export function writeCursor(customer: Customer, sort: CustomerSort): string {
  const { value, id } = cursorOf(customer, sort)
  return Buffer.from(JSON.stringify([value, id])).toString('base64url')
}

/** Returns the position of a customer in a list. */
export function cursorOf(customer: Customer, sort: CustomerSort): CustomerCursor {
  const { id, lastSeenAt, spentUsdCents, receiptCount, nameKey } = customer
  const values = { lastSeenAt, spentUsd: Number(spentUsdCents), receiptCount, name: nameKey }
  return { value: values[sort], id }
}

function readCursor(text: string, sort: CustomerSort): CustomerCursor {
  const [value, id] = parseCursor(text)
  const isValue =
    sort === 'name'
      ? typeof value === 'string' && value.length <= 1_000 && !value.includes('\u0000')
      : Number.isSafeInteger(value)
  if (!isValue || typeof id !== 'string' || !/^\w{1,64}$/.test(id)) throw invalidCursor()
  return { value: value as string | number, id }
}

function parseCursor(text: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    return Array.isArray(parsed) ? parsed : []
  } catch {
    return []
  }
}
