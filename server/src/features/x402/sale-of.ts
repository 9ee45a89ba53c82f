import type { Claim } from './claims/claim.js'
import { orderSale } from './orders/order-sale.js'
import { planSale } from './plans/plan-sale.js'
import type { Sale } from './sale.js'

/** Returns the sale that a claim pays. */
export function saleOf({ subject }: Claim): Sale {
  return subject.kind === 'order' ? orderSale : planSale
}
