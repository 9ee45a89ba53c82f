import type { PortalReceipt } from '@tallystick/sdk'
import { unique } from '../client.js'
import { change, someHash } from './portal-states.js'

/** Returns fields at the service's limits, with labels that have no spaces to break at. */
export function longestFields() {
  const lineItems = Array.from({ length: 200 }, (_, index) => ({
    label: `${index}${'m'.repeat(60)}`.slice(0, 60),
    priceUsd: 40_000_000,
    qty: 1_000_000,
  }))
  return { id: unique('id').padEnd(128, 'W'), lineItems, totalUsd: 8_000_000_000 }
}

/** Returns a receipt with amounts beyond the service's limits. */
export function longestReceipt(receipt: PortalReceipt): PortalReceipt {
  const trillion = 1_000_000_000_000
  const lineItems = receipt.lineItems.map((line) => ({ ...line, priceUsd: trillion }))
  const options = receipt.payment.options.map((option) => ({
    ...option,
    amount: option.symbol === 'ETH' ? '333333333333.123456789012345678' : `${trillion}.123456`,
  }))
  const refunds = [
    { usd: trillion, amount: trillion, txHash: someHash, confirmed: true, createdAt: 0 },
  ]
  return change(receipt, {
    brandName: 'B'.repeat(76),
    lineItems,
    totalUsd: trillion,
    refundedUsd: trillion,
    refunded: trillion,
    refunds,
    payment: { dueUsd: trillion, due: trillion, options },
  })
}
