import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromUsdCents, leftCents, type SoldReceipt, stateOf, toUsdCents } from './sold-receipt.js'

const receipt: SoldReceipt = {
  receiptId: 'r',
  status: 'paid',
  currency: 'USD',
  totalUsd: 42,
  lineItems: [],
  createdAt: 0,
  marked: true,
  buyerWallet: null,
  refunds: [],
  timeline: [],
}

describe('toUsdCents', () => {
  test('default: what is left is refunded to the cent, in any currency', () => {
    const amount = fc.integer({ min: 1, max: 10_000_000 })
    fc.assert(
      fc.property(amount, amount, fc.double({ min: 0, max: 1, noNaN: true }), (usd, eur, part) => {
        const refunded = Math.floor(usd * part)
        const sold: SoldReceipt = {
          ...receipt,
          currency: 'EUR',
          totalUsd: usd / 100,
          total: eur / 100,
          refundedUsd: refunded / 100,
        }
        expect(toUsdCents(sold, leftCents(sold))).toBe(usd - refunded)
        // No amount that a cashier can type refunds more.
        fc.assert(
          fc.property(fc.integer({ min: 1, max: Math.max(1, leftCents(sold)) }), (cents) => {
            expect(toUsdCents(sold, cents)).toBeLessThanOrEqual(usd - refunded)
          }),
          { numRuns: 5 },
        )
      }),
      { numRuns: 200 },
    )
  })

  test('behavior: dollars stay dollars', () => {
    expect(toUsdCents({ ...receipt, refundedUsd: 2.5 }, 1_999)).toBe(1_999)
    expect(leftCents({ ...receipt, refundedUsd: 2.5 })).toBe(3_950)
    expect(fromUsdCents(receipt, 123)).toBe(123)
  })
})

describe('stateOf', () => {
  test.each([
    ['paid', 0, 'paid'],
    ['reconciled', 5, 'partly'],
    ['refunded', 42, 'refunded'],
    ['refund_requested', 0, 'requested'],
    ['failed', 0, 'canceled'],
    ['tx_mismatch', 0, 'problem'],
    ['link_opened', 0, 'waiting'],
  ])('default: %s with %d refunded is %s', (status, refundedUsd, state) => {
    expect(stateOf({ ...receipt, status, refundedUsd })).toBe(state)
  })
})
