import { describe, expect, test } from 'vitest'
import { aLine, aReceipt } from '../../../../test/fixtures/receipt.js'
import { cents } from '../../../lib/money.js'
import type { RefundItem } from '../../receipts/receipt.js'
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
const back = (next: ReturnType<typeof refund>, ...earlier: ReturnType<typeof refund>[]) =>
  returnedStock(receipt, { earlier, refund: next, oversold: [] })

describe('returnedStock', () => {
  test('default: restocks everything with a full refund', () => {
    expect(back(refund(1_000n))).toEqual([
      { itemId: 'itm_1', qty: 3 },
      { itemId: 'itm_2', qty: 0.5 },
    ])
  })

  test('behavior: does not restock pieces that were not in stock', () => {
    const sold = (qty: number, earlierRefund = refund(1_000n)) =>
      returnedStock(receipt, {
        earlier: [],
        refund: earlierRefund,
        oversold: [{ itemId: 'itm_1', qty }],
      })
    const cake = { itemId: 'itm_2', qty: 0.5 }
    expect(sold(1)).toEqual([{ itemId: 'itm_1', qty: 2 }, cake])
    expect(sold(3)).toEqual([cake])
    expect(sold(3, refund(1n, [{ sku: 'TEA' }]))).toEqual([])
  })

  test('behavior: restocks nothing without restock', () => {
    expect(back(refund(1_000n, [], false))).toEqual([])
    expect(back(refund(1n, [{ sku: 'TEA' }], false))).toEqual([])
  })

  test('behavior: restocks named items by SKU or id, in full or in part', () => {
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

  test('behavior: never restocks more than was sold, over all refunds', () => {
    expect(back(refund(1n, [{ sku: 'TEA', qty: 9 }]))).toEqual([{ itemId: 'itm_1', qty: 3 }])
    const repeatedItem = [
      { sku: 'TEA', qty: 2 },
      { sku: 'TEA', qty: 2 },
    ]
    expect(back(refund(1n, repeatedItem))).toEqual([{ itemId: 'itm_1', qty: 3 }])
    const cakeRefund = refund(1n, [{ sku: 'CAKE', qty: 0.2 }])
    expect(back(refund(1n, [{ sku: 'CAKE' }]), cakeRefund)).toEqual([{ itemId: 'itm_2', qty: 0.3 }])
    expect(back(refund(1n, [{ sku: 'CAKE' }]), cakeRefund, refund(1n, [{ sku: 'CAKE' }]))).toEqual(
      [],
    )
  })

  test('behavior: the last refund restocks the rest', () => {
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
    ['a partial refund without named items', refund(999n, [{}]), 'To restock'],
    ['an item that is not on the receipt', refund(1n, [{ sku: 'MUG' }]), 'no item MUG'],
    [
      'an id that is not on the receipt',
      refund(1n, [{ itemId: 'itm_3', sku: 'TEA' }]),
      'no item itm_3',
    ],
  ])('error: %s', (_name, input, message) => {
    expect(() => back(input)).toThrow(message)
    expect(() => back(input)).toThrow(expect.objectContaining({ code: 'invalid_input' }))
  })
})
