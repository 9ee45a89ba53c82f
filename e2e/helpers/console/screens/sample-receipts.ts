import type { ApiComponents } from '@tallystick/sdk'
import type { AnswerOf } from './screen-states.js'

type Receipt = ApiComponents['schemas']['Receipt']

const names = [
  ['Elena', 'Fischer'],
  ['Dr. Bartholomew', 'Achterberg-Lindqvist of Upper Hollow Oak'],
  ['Jonas', 'Weber'],
  ['Priya', 'Raman'],
] as const
const statuses = ['paid', 'pending', 'completed', 'failed', 'tx_mined', 'refund_requested'] as const
const tokens = ['USDC', 'USDT', 'ETH'] as const
const minuteMs = 60_000

/** Makes receipts of a day, the newest first. */
function sampleReceipts(count: number): Receipt[] {
  const now = Date.now()
  return Array.from({ length: count }, (_, index) =>
    sampleReceipt(index, now - index * 37 * minuteMs),
  )
}

export function sampleReceipt(index = 0, at = Date.now()): Receipt {
  const status = statuses[index % statuses.length] ?? 'paid'
  const [firstName = '', lastName = ''] = names[index % names.length] ?? []
  const totalUsd = 12.5 + index * 3.25
  const isPaid = ['paid', 'completed', 'tx_mined', 'refund_requested'].includes(status)
  const token = isPaid ? (tokens[index % tokens.length] ?? null) : null
  return {
    receiptId: `NB-${20_434 - index}`,
    status,
    paymentStatus: status,
    currency: 'USD',
    totalUsd,
    lineItems: [
      { lineId: 'l1', label: 'House espresso beans 250 g', priceUsd: totalUsd },
      { label: 'Tax', priceUsd: 0 },
    ],
    createdAt: at,
    updatedAt: at,
    brandName: 'Notch & Bean',
    jurisdictionCode: null,
    taxRate: 0,
    taxComponents: [],
    transactionHash: token && `0x${String(index).padStart(64, '5')}`,
    ...(token && { paymentToken: token }),
    transactionId: null,
    metadata: null,
    billingAddress: {
      ...{ phone: '', line1: '', line2: '', city: '', state: '', zip: '', country: '' },
      ...{ firstName, lastName, email: `${firstName.toLowerCase()}@example.com` },
    },
    onrampEmail: null,
    redirectUrl: null,
    returnUrl: null,
    webhookUrl: null,
    onSuccess: null,
    paymentUrl: `http://localhost/portal/NB-${index}`,
    payoutAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    expiresAt: null,
    marked: false,
    mismatch: null,
    buyerWallet: null,
    refunds: [],
    timeline: [{ status, previousStatus: null, at, by: 'api' }],
  }
}

/** A page of receipts, the only one. */
export function receiptPage(count: number): AnswerOf<'/api/receipts'> {
  return { receipts: sampleReceipts(count), nextCursor: null }
}
