import { isDeepStrictEqual } from 'node:util'
import type { Receipt } from '../receipt.js'

const said = [
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

/** Whether two receipts say the same: what is to be paid, for what, and everything the caller said with it. */
export function isSameBill(one: Receipt, other: Receipt): boolean {
  return said.every((field) => isDeepStrictEqual(one[field], other[field]))
}
