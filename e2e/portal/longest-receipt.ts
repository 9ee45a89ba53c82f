import type { PortalReceipt } from '@tallystick/sdk'
import { unique } from '../helpers/client.js'
import { change, someHash } from './portal-states.js'

/** The most that the service takes: lines, letters of an id, digits. None of its names can be broken between words. */
export function longestFields() {
  const lineItems = Array.from({ length: 200 }, (_, at) => ({
    ...{ label: `${at}${'m'.repeat(60)}`.slice(0, 60), priceUsd: 40_000_000, qty: 1_000_000 },
  }))
  return { id: unique('id').padEnd(128, 'W'), lineItems, totalUsd: 8_000_000_000 }
}

/** A receipt over more than the service takes. */
export function longestReceipt(receipt: PortalReceipt): PortalReceipt {
  const trillion = 1_000_000_000_000
  const lineItems = receipt.lineItems.map((line) => ({ ...line, priceUsd: trillion }))
  const options = receipt.payment.options.map((option) => ({
    ...option,
    amount: option.symbol === 'ETH' ? '333333333333.123456789012345678' : `${trillion}.123456`,
  }))
  const refunds = [{ usd: trillion, txHash: someHash, confirmed: true, createdAt: 0 }]
  return change(receipt, {
    ...{ brandName: 'B'.repeat(76), lineItems, totalUsd: trillion, refundedUsd: trillion, refunds },
    payment: { dueUsd: trillion, options },
  })
}
