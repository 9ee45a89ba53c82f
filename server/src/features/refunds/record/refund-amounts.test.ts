import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aLine, aReceipt } from '../../../../test/fixtures/receipt.js'
import { AppError } from '../../../lib/errors.js'
import { type Cents, cents, ppm, sumCents } from '../../../lib/money.js'
import { unixMs } from '../../../lib/time.js'
import { saleBill } from '../../receipts/amounts/sale-bill.js'
import { shareLines } from '../../receipts/amounts/share-lines.js'
import { valueInDollars } from '../../receipts/amounts/value-in-dollars.js'
import type { Receipt, Refund, RefundItem, RefundLine, Valuation } from '../../receipts/receipt.js'
import { type RefundAmounts, refundAmounts } from './refund-amounts.js'

type Lines = Pick<Receipt, 'lines'>
type Fields = Partial<Pick<RefundAmounts, 'usdCents'>> & { items?: Partial<RefundItem>[] }

/** A refund as it was recorded before. */
const recorded = (amounts: Partial<Refund>) => ({ isCredit: false, ...amounts }) as Refund

function totalOf({ lines }: Lines): Cents {
  return sumCents(lines.map(({ usdCents }) => usdCents))
}

function compute(receipt: Lines, { usdCents, items = [] }: Fields, earlier: Refund[] = []) {
  const refunded = sumCents(earlier.map((refund) => refund.usdCents))
  return refundAmounts(receipt, {
    usdCents: usdCents ?? null,
    items: items.map((item) => ({ label: '', ...item })),
    earlier,
    leftCents: cents(totalOf(receipt) - refunded),
  })
}

function aSale(lines: [usd: bigint, fields?: Parameters<typeof aLine>[0]][]): Lines {
  const plainReceiptLines = lines.map(([usd, fields]) => aLine({ usdCents: cents(usd), ...fields }))
  return aReceipt({ kind: 'order', lines: shareLines(plainReceiptLines) })
}

const [tax, fee] = [
  { kind: 'tax', label: null },
  { kind: 'fee', label: null },
] as const
/** 100.00, tax 9.50, fee 0.55. */
const receipt = aSale([[10_000n], [950n, tax], [55n, fee]])
const half = { items: [{ label: 'Tea', priceUsd: 50 }] }

describe('refundAmounts', () => {
  test('default: refunds everything', () => {
    expect(compute(receipt, {})).toMatchObject({ usdCents: 11_005n, taxCents: 950n, feeCents: 55n })
  })

  test('behavior: refunds the rest', () => {
    const earlier = recorded(compute(receipt, { usdCents: cents(11_000n) }))
    expect(compute(receipt, {}, [earlier])).toMatchObject({ usdCents: 5n })
  })

  test('behavior: an amount contains its part of the remaining tax and fee', () => {
    const input = { usdCents: cents(1_000n) }
    expect(compute(receipt, input)).toMatchObject({ usdCents: 1_000n, taxCents: 86n, feeCents: 5n })
  })

  test('behavior: adds tax and fee to a part of the price, rounded down', () => {
    expect(compute(receipt, half)).toMatchObject({
      usdCents: 5_502n,
      taxCents: 475n,
      feeCents: 27n,
    })
    const first = recorded(compute(receipt, half))
    expect(compute(receipt, half, [first])).toMatchObject({
      usdCents: 5_503n,
      taxCents: 475n,
      feeCents: 28n,
    })
  })

  test('behavior: a sale of 100.01 with a fee of 0.01 refunds 50.00 for half', () => {
    const sale = aSale([
      [10_001n, { qty: 2 }],
      [1n, fee],
    ])
    expect(compute(sale, { items: [{ label: 'Tea', qty: 1 }] }).usdCents).toBe(5_000n)
    const withFee = aSale([[10_000n], [1n, fee]])
    expect(compute(withFee, half).usdCents).toBe(5_000n)
    const first = recorded(compute(withFee, half))
    expect(compute(withFee, half, [first]).usdCents).toBe(5_001n)
  })

  test('behavior: a refund of an amount reduces every line', () => {
    const sale = aSale([
      [1_000n, { label: 'Cup' }],
      [3_000n, { label: 'Pot' }],
    ])
    const earlier = recorded(compute(sale, { usdCents: cents(400n) }))
    const remainingCents = (label: string) =>
      compute(sale, { items: [{ label }] }, [earlier]).usdCents
    expect([remainingCents('Cup'), remainingCents('Pot')]).toEqual([900n, 2_700n])
  })

  test('behavior: shares a negative line among the others', () => {
    const sale = aSale([
      [1_000n, { label: 'Cup' }],
      [2_000n, { label: 'Pot' }],
      [-100n, { label: 'Voucher' }],
    ])
    const remainingCents = (label: string) => compute(sale, { items: [{ label }] }).usdCents
    expect([remainingCents('Cup'), remainingCents('Pot')]).toEqual([967n, 1_933n])
    expect(() => remainingCents('Voucher')).toThrow(
      expect.objectContaining({ code: 'invalid_input' }),
    )
  })

  test('behavior: a free item has nothing to refund', () => {
    const sale = aSale([[0n, { label: 'Sample', qty: 2 }], [500n]])
    const items = [{ label: 'Sample', qty: 1 }]
    expect(() => compute(sale, { items })).toThrow(expect.objectContaining({ code: 'invalid_usd' }))
    expect(compute(sale, { items: [...items, { label: 'Tea' }] }).usdCents).toBe(500n)
  })

  test.each([
    ['a higher price', { items: [{ label: 'Tea', priceUsd: 100.01 }] }, 'invalid_usd'],
    ['a higher quantity', { items: [{ label: 'Tea', qty: 1.5 }] }, 'invalid_usd'],
    ['seven decimals', { items: [{ label: 'Tea', qty: 0.000_000_1 }] }, 'invalid_input'],
    ['no price', { items: [{ label: 'Tea', priceUsd: 0 }] }, 'invalid_usd'],
    ['another amount', { items: [{ label: 'Tea' }], usdCents: cents(11_004n) }, 'invalid_usd'],
    ['an unsold item', { items: [{ label: 'Cup' }] }, 'invalid_input'],
    ['a higher amount', { usdCents: cents(11_006n) }, 'invalid_usd'],
  ])('error: %s', (_name, input, code) => {
    expect(() => compute(receipt, input)).toThrow(expect.objectContaining({ code }))
  })

  test('error: never more than the ledger shows as sold', () => {
    const input = { usdCents: null, earlier: [], leftCents: cents(100n) }
    const items = [{ label: 'Tea' }]
    expect(() => refundAmounts(receipt, { ...input, items })).toThrow('(1.00 USD)')
  })
})

const amount = fc.bigInt({ min: 0n, max: 20_000n }).map(cents)
const orNothing = fc.oneof(fc.constant(cents(0n)), amount)
const rate = fc.constantFrom(0n, 1n, 5_000n, 95_000n, 200_000n, 999_999n).map(ppm)
const usdPerUnit = fc.constantFrom(null, 1_000_000n, 1_083_337n, 500n)
const soldLine = fc.record({
  amount,
  taxable: fc.boolean(),
  includesTax: fc.boolean(),
  qty: fc.constantFrom(null, 1, 3, 0.333, 2.5, 7),
})

function inEuros(ratio: bigint): Valuation {
  return { currency: 'EUR', usdPerUnit: ppm(ratio), quotedAt: unixMs(1), provider: 'fixed' }
}

/** Orders and sales at the point of sale, with tax, exemptions, discounts and tips. */
const sales = fc
  .record({
    sold: fc.array(soldLine, { minLength: 1, maxLength: 6 }),
    taxRate: rate,
    feeRate: rate,
    discount: orNothing,
    tip: orNothing,
    ratio: usdPerUnit,
  })
  .map(({ sold, taxRate, ratio, ...sale }) => {
    const bare = { itemId: null, sku: null, thumb: null }
    return saleBill({
      ...sale,
      sold: sold.map((line, index) => ({ ...line, ...bare, label: `Item ${index}` })),
      tax: { jurisdictionCode: null, rate: taxRate, components: [] },
      valuation: ratio === null ? null : inEuros(ratio),
    }).lines
  })

/** Merchants' own lines. */
const ownLines = fc
  .record({
    amounts: fc.array(fc.bigInt({ min: -3_000n, max: 20_000n }).map(cents), { minLength: 1 }),
    ratio: usdPerUnit,
  })
  .map(({ amounts, ratio }) => {
    const { parts } = valueInDollars(amounts, ppm(ratio ?? 1_000_000n))
    const plainReceiptLines = parts.map((usdCents, index) => {
      const amountCents = ratio === null ? null : (amounts[index] as Cents)
      return aLine({ usdCents, amountCents, label: `Line ${index}` })
    })
    return shareLines(plainReceiptLines)
  })

const baskets = fc
  .oneof(sales, ownLines)
  .map((lines): Lines => ({ lines }))
  .filter((basket) => totalOf(basket) > 0n && nativeTotalOf(basket) > 0n)

function nativeTotalOf({ lines }: Lines): Cents {
  return sumCents(lines.map(({ amountCents, usdCents }) => amountCents ?? usdCents))
}

const steps = fc.array(
  fc.record({
    place: fc.nat(20),
    part: fc.constantFrom('all', 'qty', 'price', 'amount'),
    percent: fc.integer({ min: 1, max: 100 }),
  }),
  { maxLength: 12 },
)
type Step = (typeof steps extends fc.Arbitrary<infer Steps extends unknown[]>
  ? Steps
  : never)[number]

/** Returns the request of a step, if it can be written. */
function toRequest(basket: Lines, { place, part, percent }: Step): Fields {
  const sold = basket.lines.filter(({ lineId }) => lineId !== null)
  const line = sold[place % sold.length]
  const [lineId, usdCents] = [line?.lineId ?? '', line?.usdCents ?? 0n]
  if (part === 'amount') return { usdCents: cents((totalOf(basket) * BigInt(percent)) / 100n) }
  if (part === 'qty') return { items: [{ lineId, qty: ((line?.qty ?? 1) * percent) / 100 }] }
  const priceUsd = Number((usdCents * BigInt(percent)) / 100n) / 100
  return { items: [part === 'price' ? { lineId, priceUsd } : { lineId }] }
}

/** Refunds in steps, then line by line until nothing is left. Refused steps change nothing. */
function refundAll(basket: Lines, work: readonly Step[]): Refund[] {
  const lineIds = basket.lines.flatMap(({ lineId }) => lineId ?? [])
  const otherFields = lineIds.map((lineId): Fields => ({ items: [{ lineId }] }))
  const refunds: Refund[] = []
  for (const fields of [...work.map((step) => toRequest(basket, step)), ...otherFields]) {
    try {
      refunds.push(recorded(compute(basket, fields, refunds)))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  }
  return refunds
}

describe('refunds of random baskets', () => {
  test('property: the shares of lines sum to the total', () => {
    fc.assert(
      fc.property(baskets, (basket) => {
        const sums = { usd: 0n, native: 0n }
        for (const { usdCents, amountCents, share } of basket.lines) {
          if (!share) continue
          const { discountCents, taxCents, feeCents } = share.usd
          expect(usdCents + discountCents >= 0n && taxCents >= 0n && feeCents >= 0n).toBe(true)
          sums.usd += usdCents + discountCents + taxCents + feeCents
          const native = share.native ?? share.usd
          sums.native += (amountCents ?? usdCents) + native.discountCents
          sums.native += native.taxCents + native.feeCents
        }
        expect(sums).toEqual({ usd: totalOf(basket), native: nativeTotalOf(basket) })
      }),
      { numRuns: 500 },
    )
  })

  test('property: refunds sum to the total in any order, and to no more than was sold of a line', {
    tags: 'slow',
  }, () => {
    fc.assert(
      fc.property(baskets, steps, (basket, work) => {
        for (const order of [work, work.toReversed()]) {
          const refunds = refundAll(basket, order)
          expect(sumCents(refunds.map(({ usdCents }) => usdCents))).toBe(totalOf(basket))
          for (const { lineId, usdCents, share } of basket.lines) {
            if (lineId === null || share === null) continue
            const parts = refunds
              .flatMap(({ lines }) => lines ?? [])
              .filter((part) => part.lineId === lineId)
            const sumOf = (of: (part: RefundLine) => Cents) => sumCents(parts.map(of))
            const { discountCents, taxCents, feeCents } = share.usd
            expect(parts.every((part) => part.usdCents >= part.taxCents + part.feeCents)).toBe(true)
            expect(sumOf((part) => part.taxCents)).toBe(taxCents)
            expect(sumOf((part) => part.feeCents)).toBe(feeCents)
            expect(sumOf((part) => part.usdCents)).toBe(
              usdCents + discountCents + taxCents + feeCents,
            )
          }
        }
      }),
      { numRuns: 300 },
    )
  })
})
