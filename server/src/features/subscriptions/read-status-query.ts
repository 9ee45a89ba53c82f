import { readWallet } from '../../auth/read-wallet.js'
import { AppError } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import { unixMs } from '../../lib/time.js'
import { invalidCursor } from '../../platform/http/invalid-cursor.js'
import { readWhole } from '../../platform/http/read-whole.js'
import type { StatusQuery } from './schemas.js'
import type { PageStart } from './subscription-store.js'

export type StatusFilter =
  | { subscriptionId: string }
  | {
      of: { customer: Address } | { merchant: Address }
      limit: number
      after: PageStart
    }

/** Later than any subscription. */
const beginning: PageStart = { createdAt: unixMs(Number.MAX_SAFE_INTEGER), id: '' }

/**
 * Reads the query of a status request, which names exactly one of a subscription, a customer and a merchant.
 *
 * @throws {AppError} `invalid_input`, `invalid_wallet`.
 */
export function readStatusQuery(query: StatusQuery): StatusFilter {
  const { subscriptionId, customer, merchant } = query
  const given = [subscriptionId, customer, merchant].filter((value) => value !== undefined)
  if (given.length !== 1) {
    throw new AppError('invalid_input', 'Pass exactly one of subscriptionId, customer, merchant.')
  }
  if (subscriptionId !== undefined) return { subscriptionId }
  return {
    of:
      customer !== undefined
        ? { customer: readWallet('customer', customer) }
        : { merchant: readWallet('merchant', merchant ?? '') },
    limit: readWhole('limit', query.limit, { min: 1, max: 100, fallback: 50 }),
    after: query.cursor ? readCursor(query.cursor) : beginning,
  }
}

/** Returns the cursor of the page after this subscription. */
export function writeCursor({ createdAt, id }: PageStart): string {
  return `${createdAt}.${id}`
}

function readCursor(text: string): PageStart {
  const [, createdAt = '', id = ''] = /^(\d{1,15})\.(.{1,64})$/.exec(text) ?? []
  if (createdAt !== '') return { createdAt: unixMs(Number(createdAt)), id }
  throw invalidCursor()
}
