import { describe, expect, test } from 'vitest'
import { cents } from '../../../lib/money.js'
import type { ReceiptLine } from '../receipt.js'
import { summarizeLines } from './summarize-lines.js'

const aLine = (kind: ReceiptLine['kind'], usd: bigint, amount: bigint | null): ReceiptLine => ({
  kind,
  label: kind === 'tax' || kind === 'fee' ? null : 'Green tea',
  usdCents: cents(usd),
  amountCents: amount === null ? null : cents(amount),
  qty: 2,
  itemId: 'item_1',
  sku: 'A',
  thumb: 'data:image/png;base64,AAAA',
  lineId: null,
  share: null,
})

describe('summarizeLines', () => {
  test('default: keeps tax and fee, and sums up the rest', () => {
    const tax = aLine('tax', 50n, null)
    const fee = aLine('fee', 5n, null)
    const lines = [aLine('item', 700n, null), aLine('discount', -200n, null), tax, fee]
    expect(summarizeLines(lines)).toEqual([
      {
        kind: 'item',
        label: 'Order (details deleted)',
        usdCents: 500n,
        amountCents: null,
        qty: null,
        itemId: null,
        sku: null,
        thumb: null,
        lineId: 'l1',
        share: { usd: { discountCents: 0n, taxCents: 50n, feeCents: 5n }, native: null },
      },
      tax,
      fee,
    ])
  })

  test("behavior: sums up amounts in the receipt's currency", () => {
    const lines = [aLine('item', 700n, 650n), aLine('item', 300n, 280n)]
    expect(summarizeLines(lines)).toMatchObject([{ usdCents: 1_000n, amountCents: 930n }])
  })
})
