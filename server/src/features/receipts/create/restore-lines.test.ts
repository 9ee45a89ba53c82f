import { describe, expect, test } from 'vitest'
import { cents } from '../../../lib/money.js'
import { shareLines } from '../amounts/share-lines.js'
import type { ReceiptLine } from '../receipt.js'
import { summarizeLines } from '../retention/summarize-lines.js'
import { expandSummary, summaryLabel } from './restore-lines.js'

const line = (label: string, usd: bigint, native: bigint | null = null) =>
  ({
    kind: 'item',
    label,
    usdCents: cents(usd),
    amountCents: native === null ? null : cents(native),
    qty: 1,
    itemId: label,
    sku: label,
    thumb: null,
  }) as ReceiptLine
const tax = { ...line('tax', 95n), kind: 'tax', label: null, itemId: null } as ReceiptLine

const summarize = (...lines: ReceiptLine[]) => summarizeLines(lines, summaryLabel)

describe('expandSummary', () => {
  test('default: returns the lines as they were', () => {
    const lines = shareLines([line('a', 1_001n), line('b', 333n), tax])
    expect(expandSummary(summarize(...lines), lines.slice(0, 2))).toEqual(lines)
  })

  test('behavior: an exempt item stays exempt', () => {
    const charges = (taxCents: bigint) => ({
      discountCents: cents(0n),
      taxCents: cents(taxCents),
      feeCents: cents(0n),
    })
    const lines = shareLines([line('a', 500n), line('b', 475n), tax], [charges(95n), charges(0n)])
    const restored = expandSummary(summarize(...lines), lines.slice(0, 2))
    expect(restored?.map(({ share }) => share?.usd.taxCents)).toEqual([95n, 0n, undefined])
  })

  test('behavior: changed prices share the quoted amount', () => {
    const storedReceiptLines = summarize(line('a', 100n, 90n), line('b', 100n, 91n))
    const lines = expandSummary(storedReceiptLines, [line('a', 300n, 270n), line('b', 100n, 91n)])
    expect(lines?.map(({ usdCents }) => usdCents)).toEqual([150n, 50n])
    expect(lines?.map(({ amountCents }) => amountCents)).toEqual([135n, 46n])
  })

  test('behavior: lines bear the quoted tax as they are taxed, and sum to the total', () => {
    const charges = (taxCents: bigint) => ({
      discountCents: cents(0n),
      taxCents: cents(taxCents),
      feeCents: cents(0n),
    })
    const quoted = [line('a', 500n), line('b', 500n), tax]
    const storedReceiptLines = summarize(...shareLines(quoted, [charges(95n), charges(0n)]))
    const pricier = shareLines(
      [line('a', 700n), line('b', 300n), tax],
      [charges(133n), charges(0n)],
    )
    const lines = expandSummary(storedReceiptLines, pricier.slice(0, 2)) ?? []
    expect(lines.map(({ lineId }) => lineId)).toEqual(['l1', 'l2', null])
    expect(lines.map(({ share }) => share?.usd.taxCents)).toEqual([95n, 0n, undefined])
  })

  test('behavior: items that are free now share it equally', () => {
    const storedReceiptLines = summarize(line('a', 101n))
    const lines = expandSummary(storedReceiptLines, [line('a', 0n), line('b', 0n)])
    expect(lines?.map(({ usdCents }) => usdCents)).toEqual([51n, 50n])
  })

  test('behavior: leaves lines that are no summary', () => {
    expect(expandSummary([line('a', 1n), tax], [line('b', 1n)])).toBe(null)
  })
})
