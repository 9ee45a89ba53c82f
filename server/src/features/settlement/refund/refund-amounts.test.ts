import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aLine, aReceipt } from '../../../../test/fixtures/receipt.js'
import { cents } from '../../../lib/money.js'
import { refundAmounts } from './refund-amounts.js'

/** 100.00, tax 9.50, fee 0.55. */
const receipt = aReceipt({
  kind: 'order',
  totalUsdCents: cents(11_005n),
  lines: [
    aLine({ usdCents: cents(10_000n) }),
    aLine({ kind: 'tax', label: null, usdCents: cents(950n) }),
    aLine({ kind: 'fee', label: null, usdCents: cents(55n) }),
  ],
})
const item = (priceUsd: number) => ({ label: 'Tea', priceUsd })
const none = { usdCents: null, items: [] }

describe('refundAmounts', () => {
  test('default: refunds everything', () => {
    expect(refundAmounts(receipt, none)).toEqual({
      usdCents: 11_005n,
      taxCents: 950n,
      feeCents: 55n,
    })
  })

  test('behavior: refunds the rest', () => {
    const left = { ...receipt, refundedUsdCents: cents(11_000n) }
    expect(refundAmounts(left, none)).toMatchObject({ usdCents: 5n })
  })

  test('behavior: uses the given amount, whatever the items cost', () => {
    const given = { usdCents: cents(1_000n), items: [item(99)] }
    expect(refundAmounts(receipt, given)).toEqual({ usdCents: 1_000n, taxCents: 86n, feeCents: 5n })
  })

  test('behavior: adds tax and fee to the price of items', () => {
    expect(refundAmounts(receipt, { usdCents: null, items: [item(40), item(10)] })).toEqual({
      usdCents: 5_503n,
      taxCents: 475n,
      feeCents: 28n,
    })
    expect(refundAmounts(receipt, { usdCents: null, items: [item(100)] })).toMatchObject({
      usdCents: 11_005n,
    })
  })

  test('behavior: handles a receipt without tax and fee', () => {
    const direct = aReceipt({ totalUsdCents: cents(450n) })
    expect(refundAmounts(direct, { usdCents: null, items: [item(2)] })).toEqual({
      usdCents: 200n,
      taxCents: 0n,
      feeCents: 0n,
    })
  })

  test.each([[item(0)], [item(-1)]])('error: rejects items with no positive price, %j', (one) => {
    expect(() => refundAmounts(receipt, { usdCents: null, items: [one] })).toThrow(
      expect.objectContaining({ code: 'invalid_usd' }),
    )
  })

  test('property: tax and fee are parts of the amount', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 11_005n }), (usd) => {
        const { taxCents, feeCents } = refundAmounts(receipt, { usdCents: cents(usd), items: [] })
        expect(taxCents >= 0n && feeCents >= 0n && taxCents + feeCents <= usd).toBe(true)
      }),
      { numRuns: 200 },
    )
  })
})
