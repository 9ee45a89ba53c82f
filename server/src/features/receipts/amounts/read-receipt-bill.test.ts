import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readReceiptBill } from './read-receipt-bill.js'

const aLine = (fields: object) => [{ label: 'Tea', ...fields }]

describe('readReceiptBill', () => {
  test('default: reads a bill in dollars', () => {
    const lineItems = aLine({ priceUsd: 4.5, qty: 2 })
    expect(readReceiptBill({ lineItems, totalUsd: 4.5, currency: 'EUR' })).toEqual({
      kind: 'legacy',
      currency: 'USD',
      lines: [{ label: 'Tea', amount: 450n, qty: 2 }],
      total: 450n,
    })
  })

  test('default: reads a native bill', () => {
    expect(readReceiptBill({ lineItems: aLine({ amount: 4.5 }), currency: 'eur' })).toEqual({
      kind: 'native',
      currency: 'EUR',
      lines: [{ label: 'Tea', amount: 450n, qty: null }],
      total: 450n,
    })
  })

  test('behavior: treats null as missing', () => {
    const lineItems = aLine({ amount: 1, priceUsd: null, qty: null })
    expect(readReceiptBill({ lineItems, total: null, totalUsd: null })).toMatchObject({
      kind: 'native',
      total: 100n,
    })
  })

  test('behavior: accepts up to 200 lines and ten billion', () => {
    const lineItems = Array(200).fill({ label: 'a', amount: 50_000_000 })
    expect(readReceiptBill({ lineItems })).toMatchObject({ total: 10n ** 12n })
    const [first] = lineItems
    expect(() => readReceiptBill({ lineItems: [...lineItems, first] })).toThrow('1 to 200 lines')
    const more = [...lineItems.slice(1), { label: 'a', amount: 50_000_000.01 }]
    expect(() => readReceiptBill({ lineItems: more })).toThrow('total must be at most 10000000000')
  })

  test.each([
    ['text', 'x'],
    ['a truth', true],
    ['not a number', Number.NaN],
    ['infinity', Number.POSITIVE_INFINITY],
    ['a list', [1]],
    ['an object', {}],
    ['a third', 1 / 3],
    ['a hair too much', 0.1 + 0.2],
    ['a tenth of a cent', 0.001],
    ['very little', Number.MIN_VALUE],
    ['very much', Number.MAX_VALUE],
  ])('error: refuses %s as an amount or total', (_name, bad) => {
    const validBody = { amount: 1 }
    const bills = [
      { lineItems: aLine({ amount: bad }) },
      { lineItems: aLine({ priceUsd: bad }), totalUsd: 1 },
      { lineItems: aLine(validBody), total: bad },
      { lineItems: aLine({ priceUsd: 1 }), totalUsd: bad },
    ]
    for (const bill of bills) {
      expect(() => readReceiptBill(bill)).toThrow(
        expect.objectContaining({ code: 'invalid_input' }),
      )
    }
  })

  test.each([0, -1, 1_000_001, Number.NaN, Number.POSITIVE_INFINITY, '1', true])(
    'error: refuses %s as a quantity',
    (qty) => {
      const lineItems = aLine({ amount: 1, qty })
      expect(() => readReceiptBill({ lineItems })).toThrow(
        'line 1: qty must be a number greater than 0',
      )
    },
  )

  test('error: names the line', () => {
    const lineItems = [{ label: 'a', amount: 1 }, { label: 'b' }]
    expect(() => readReceiptBill({ lineItems })).toThrow('lineItems: line 2: amount must be')
  })

  const amounts = fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), {
    minLength: 1,
    maxLength: 50,
  })

  test('property: accepts a total only if it is the sum and above zero', () => {
    fc.assert(
      fc.property(amounts, fc.constantFrom(-1, 0, 1), fc.boolean(), (input, off, isNative) => {
        const sum = input.reduce((total, amount) => total + amount, 0)
        const field = isNative ? 'amount' : 'priceUsd'
        const lineItems = input.map((amount) => ({ label: 'a', [field]: amount / 100 }))
        const total = (sum + off) / 100
        const read = () => readReceiptBill({ lineItems, [isNative ? 'total' : 'totalUsd']: total })
        if (off === 0 && sum > 0) expect(read()).toMatchObject({ total: BigInt(sum) })
        else expect(read).toThrow(expect.objectContaining({ code: 'invalid_input' }))
      }),
      { numRuns: 100 },
    )
  })

  test('property: reads any body or throws invalid_input', { tags: 'slow' }, () => {
    const names = fc.constantFrom('lineItems', 'total', 'totalUsd', 'currency')
    const lines = fc.array(
      fc.dictionary(fc.constantFrom('label', 'amount', 'priceUsd', 'qty'), fc.jsonValue()),
    )
    const body = fc.dictionary(names, fc.oneof(fc.jsonValue(), lines, fc.double()))
    fc.assert(
      fc.property(body, (input) => {
        try {
          const { lines: read, total } = readReceiptBill(input)
          expect(total).toBe(read.reduce((sum, { amount }) => sum + amount, 0n))
        } catch (error) {
          expect(error).toMatchObject({ code: 'invalid_input' })
        }
      }),
      { numRuns: 100 },
    )
  })
})
