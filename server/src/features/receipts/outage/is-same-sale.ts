import { isSameBill } from '../amounts/is-same-bill.js'
import type { Receipt } from '../receipt.js'

/**
 * Returns whether two receipts with the same id are of one sale. A generated id belongs to one request, whose pictures
 * another process may not know. An id that the caller chose may have been used for something else.
 */
export function isSameSale(one: Receipt, other: Receipt): boolean {
  if (!one.hasGeneratedId || !other.hasGeneratedId) return isSameBill(one, other)
  return one.currency === other.currency && one.totalUsdCents === other.totalUsdCents
}
