import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readRefund } from './read-refund.js'

const buyer = `0x${'ab'.repeat(20)}`
const body = (fields: object = {}) => ({ receiptId: 'r-1', buyer, usd: 1.5, ...fields })

describe('readRefund', () => {
  test('default', () => {
    expect(readRefund(body())).toEqual({
      receiptId: 'r-1',
      buyer,
      isCredit: false,
      usdCents: 150n,
      items: [],
      transactionHash: null,
      reason: null,
      restock: false,
    })
  })

  test('behavior: reads every field', () => {
    const items = [
      { label: 'Tea', priceUsd: 1, qty: 0.5, sku: 'T', color: 'green' },
      { priceUsd: -0.5, qty: null, itemId: 'itm_1', sku: '' },
      { lineId: 'l1', priceUsd: null },
    ]
    const txHash = `0x${'AB'.repeat(32)}`
    const read = readRefund(body({ items, txHash, reason: ' cold ', restock: true }))
    expect(read.items).toEqual([
      { label: 'Tea', priceUsd: 1, qty: 0.5, sku: 'T' },
      { label: '', priceUsd: -0.5, itemId: 'itm_1' },
      { label: '', lineId: 'l1' },
    ])
    expect(read).toMatchObject({
      transactionHash: txHash.toLowerCase(),
      reason: 'cold',
      restock: true,
    })
  })

  test('behavior: needs no amount with items, except for credit', () => {
    const items = [{ sku: 'T' }]
    expect(readRefund(body({ items, usd: undefined }))).toMatchObject({ usdCents: null })
    const credit = body({ items, usd: undefined, credit: true })
    expect(() => readRefund(credit)).toThrow(expect.objectContaining({ code: 'invalid_usd' }))
  })

  test('behavior: treats empty and null as missing', () => {
    const nothing = { items: null, txHash: '', reason: '', restock: null }
    expect(readRefund(body(nothing))).toEqual(readRefund(body()))
  })

  test.each([
    [{}, 'missing_receipt_id'],
    [{ receiptId: 'r' }, 'invalid_buyer'],
    [{ receiptId: 'r', buyer }, 'invalid_usd'],
    [body({ items: 'x', txHash: 'x' }), 'invalid_input'],
  ])('error: reports the first of several problems, %j', (input, code) => {
    expect(() => readRefund(input)).toThrow(expect.objectContaining({ code }))
  })

  test.each([
    [{ items: Array(201).fill({ label: 'a', priceUsd: 1 }) }],
    [{ items: ['Tea'] }],
    [{ items: [{ label: 7, priceUsd: 1 }] }],
    [{ items: [{ label: 'a', priceUsd: '1' }] }],
    [{ items: [{ label: 'a', priceUsd: 0.001 }] }],
    [{ items: [{ label: 'a', priceUsd: 1, qty: Number.POSITIVE_INFINITY }] }],
    [{ items: [{ label: 'a', priceUsd: 1, qty: -1 }] }],
    [{ items: [{ label: '', priceUsd: 1 }] }],
    [{ items: [{ lineId: 7 }] }],
    [{ txHash: `0x${'ab'.repeat(31)}` }],
    [{ items: [{ label: 'a', priceUsd: 1, sku: 7 }] }],
    [{ items: [{ label: 'a', priceUsd: 1, itemId: 'x'.repeat(201) }] }],
    [{ restock: 'true' }],
    [{ txHash: 7 }],
    [{ reason: '<script>' }],
  ])('error: %j', (fields) => {
    expect(() => readRefund(body(fields))).toThrow(
      expect.objectContaining({ code: 'invalid_input' }),
    )
  })

  test('property: accepts an amount only above 0 and in whole cents', () => {
    const amount = fc.oneof(
      fc.integer({ min: -500, max: 10_000_000 }).map((cents) => cents / 100),
      fc.double(),
    )
    fc.assert(
      fc.property(amount, (usd) => {
        const isGood = usd > 0 && usd <= 1e13 && Number(usd.toFixed(2)) === usd
        const read = () => readRefund(body({ usd }))
        if (isGood) expect(Number(read().usdCents) / 100).toBe(usd)
        else expect(read).toThrow(expect.objectContaining({ code: 'invalid_usd' }))
      }),
      { numRuns: 300 },
    )
  })
})
