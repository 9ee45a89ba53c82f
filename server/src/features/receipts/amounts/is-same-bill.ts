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
export function isSameBill(one: Receipt, other: Receipt): boolean {
  return comparedFields.every((field) => isDeepStrictEqual(one[field], other[field]))
}
