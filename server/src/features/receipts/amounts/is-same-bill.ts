import { isDeepStrictEqual } from 'node:util'
import type { Receipt } from '../receipt.js'

const comparedFields = [
  'currency',
  'totalUsdCents',
  'lines',
  'redirectUrl',
  'returnUrl',
  'webhookUrl',
  'onSuccess',
  'onrampEmail',
  'billing',
  'reference',
  'metadata',
] as const satisfies readonly (keyof Receipt)[]

/** Returns whether two receipts have the same amounts, lines and checkout fields. */
export function isSameBill(receipt: Receipt, other: Receipt): boolean {
  return comparedFields.every((field) => isDeepStrictEqual(receipt[field], other[field]))
}

/**
 * Returns whether two receipts with the same id are of one sale. A generated id belongs to one
 * request, whose pictures another process may not know. An id that the caller chose may have been
 * used for something else.
 */
export function isSameSale(receipt: Receipt, other: Receipt): boolean {
  if (!receipt.hasGeneratedId || !other.hasGeneratedId) return isSameBill(receipt, other)
  return receipt.currency === other.currency && receipt.totalUsdCents === other.totalUsdCents
}
