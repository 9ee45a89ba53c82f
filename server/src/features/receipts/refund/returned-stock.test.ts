import { describe, expect, test } from 'vitest'
import { aLine, aReceipt } from '../../../../test/fixtures/receipt.js'
import { cents } from '../../../lib/money.js'
import type { RefundItem } from '../receipt.js'
import { returnedStock } from './returned-stock.js'

const receipt = aReceipt({
  totalUsdCents: cents(1_000n),
  lines: [
    aLine({ itemId: 'itm_1', sku: 'TEA', qty: 3 }),
    aLine({ itemId: 'itm_2', sku: 'CAKE', qty: 0.5 }),
    aLine({ kind: 'tax', label: null }),
  ],
})

const refund = (usd: bigint, items: Partial<RefundItem>[] = [], restock = true) => ({
  usdCents: cents(usd),
  items: items.map((item) => ({ label: 'Tea', priceUsd: 1, ...item })),
  restock,
})
const back = (one: ReturnType<typeof refund>, ...earlier: ReturnType<typeof refund>[]) =>
  returnedStock(receipt, { earlier, refund: one })

describe('returnedStock', () => {
  test('default: everything, with everything that was paid', () => {
    expect(back(refund(1_000n))).toEqual([
      { itemId: 'itm_1', qty: 3 },
      { itemId: 'itm_2', qty: 0.5 },
    ])
  })

  test('behavior: nothing unless it is asked for', () => {
    expect(back(refund(1_000n, [], false))).toEqual([])
    expect(back(refund(1n, [{ sku: 'TEA' }], false))).toEqual([])
  })

  test('behavior: what is named, by sku or id, all of it or some', () => {
    expect(back(refund(1n, [{ sku: 'TEA' }]))).toEqual([{ itemId: 'itm_1', qty: 3 }])
    expect(
      back(
        refund(1n, [
          { itemId: 'itm_2', qty: 0.2 },
          { sku: 'TEA', qty: 1 },
        ]),
      ),
    ).toEqual([
      { itemId: 'itm_2', qty: 0.2 },
      { itemId: 'itm_1', qty: 1 },
    ])
  })

  test('behavior: never more than was sold, also not by and by', () => {
    expect(back(refund(1n, [{ sku: 'TEA', qty: 9 }]))).toEqual([{ itemId: 'itm_1', qty: 3 }])
    const twice = [
      { sku: 'TEA', qty: 2 },
      { sku: 'TEA', qty: 2 },
    ]
    expect(back(refund(1n, twice))).toEqual([{ itemId: 'itm_1', qty: 3 }])
    const one = refund(1n, [{ sku: 'CAKE', qty: 0.2 }])
    expect(back(refund(1n, [{ sku: 'CAKE' }]), one)).toEqual([{ itemId: 'itm_2', qty: 0.3 }])
    expect(back(refund(1n, [{ sku: 'CAKE' }]), one, refund(1n, [{ sku: 'CAKE' }]))).toEqual([])
  })

  test('behavior: the last refund brings back the rest', () => {
    const earlier = [refund(400n, [{ sku: 'TEA', qty: 1 }]), refund(100n, [{ sku: 'CAKE' }], false)]
    expect(back(refund(500n), ...earlier)).toEqual([
      { itemId: 'itm_1', qty: 2 },
      { itemId: 'itm_2', qty: 0.5 },
    ])
    expect(back(refund(500n, [{ sku: 'CAKE' }]), ...earlier)).toEqual([
      { itemId: 'itm_2', qty: 0.5 },
    ])
  })

  test.each([
    ['nothing is named although some is left', refund(999n, [{}]), 'Name by sku'],
    ['what is not on the receipt', refund(1n, [{ sku: 'MUG' }]), 'no MUG'],
    ['an id that is not', refund(1n, [{ itemId: 'itm_3', sku: 'TEA' }]), 'no itm_3'],
  ])('error: %s', (_name, given, message) => {
    expect(() => back(given)).toThrow(message)
    expect(() => back(given)).toThrow(expect.objectContaining({ code: 'invalid_input' }))
  })
})
