import { billingNames } from '../receipts/create/checkout-rules.js'
import type { OrderBody } from './schemas.js'

/** What somebody may say who orders without a key: what they want and who they are, and nothing else. */
const allowed = new Set(['items', 'currency', 'onrampEmail', ...Object.values(billingNames).flat()])

/** The part of a body that a buyer decides on. Tax, addresses to go to and webhooks are the merchant's. */
export function readShopOrder(body: Record<string, unknown>): OrderBody {
  return Object.fromEntries(Object.entries(body).filter(([name]) => allowed.has(name)))
}
