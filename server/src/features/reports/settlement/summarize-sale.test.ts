import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { knownAddress } from '../../../lib/hex.js'
import { baseUnits, cents, micros, prorate } from '../../../lib/money.js'
import { unixMs } from '../../../lib/time.js'
import { assetName } from '../../../platform/chain/assets/asset-name.js'
import {
  type BillParts,
  creditEntries,
  paymentEntries,
  refundEntries,
  saleEntries,
} from '../../ledger/entries.js'
import type { Amount, Entry, PostingKind, ReceiptSum } from '../../ledger/entry.js'
import { sumFigures } from './get-settlement-report.js'
import { type Figures, summarizeSale } from './summarize-sale.js'

const address = (digit: string) => knownAddress(`0x${digit.repeat(40)}`)
const asset = (digit: string) => assetName({ chainId: 84532, token: address(digit) })
const people = ['a', 'b', 'c', 'd'].map(address)

const of = (kind: PostingKind, entries: Entry[]): ReceiptSum[] =>
  entries.map((entry) => ({ ...entry, kind }))

function legsOf({ units }: Amount, weights: readonly bigint[]) {
  const shares = weights.length === 0 ? [] : prorate(units, weights)
  return shares.map((share, index) => ({ account: people[index] ?? address('e'), units: share }))
}

/** The ledger sums of a receipt that was overpaid in each asset. */
function sold(input: {
  bill: BillParts
  overpaid: bigint
  weights: readonly bigint[]
  refunds: readonly bigint[]
}): ReceiptSum[] {
  const { bill, overpaid, weights } = input
  const total = bill.taxes.reduce((sum, tax) => sum + tax.micros, bill.salesMicros + bill.feeMicros)
  const half = total / 3n
  const portions = [half, total - half].map((worth, index) => ({
    asset: asset(String(index)),
    units: baseUnits(worth * 7n + 1n),
    usdMicros: micros(worth),
  }))
  return [
    ...portions.flatMap((portion) => {
      const paid = { ...portion, usdMicros: micros(portion.usdMicros + overpaid) }
      return of('payment', paymentEntries({ ...paid, legs: legsOf(paid, weights) }))
    }),
    ...of('sale', saleEntries({ portions, bill, platformBps: 50 })),
    ...input.refunds.flatMap((usd) => {
      const amount = { asset: asset('1'), units: baseUnits(usd), usdMicros: micros(usd * 10_000n) }
      return of('refund', refundEntries({ ...amount, shares: legsOf(amount, weights) }))
    }),
  ]
}

const bill: BillParts = {
  salesMicros: micros(100_000_000n),
  taxes: [{ code: 'state', micros: micros(9_500_000n) }],
  feeMicros: micros(550_000n),
  platformMicros: micros(550_000n),
}
const sale = { receiptId: 'r-1', at: unixMs(7) }

function expectConsistent(row: Figures): void {
  const sum = (named: Figures['taxes']) =>
    [...named.values()].reduce((all, amount) => all + amount, 0n)
  expect(row.subtotal + sum(row.taxes) + row.fee).toBe(row.total)
  expect(row.total - row.refunds).toBe(row.net)
  expect(sum(row.recipients)).toBe(row.net + row.credit)
}

describe('summarizeSale', () => {
  test('default', () => {
    const sums = sold({ bill, overpaid: 0n, weights: [9_950n, 50n], refunds: [] })
    expect(summarizeSale(sums, sale)).toEqual({
      ...sale,
      tokens: [asset('1'), 'ETH'].toSorted(),
      subtotal: 10_000n,
      taxes: new Map([['state', 950n]]),
      fee: 55n,
      total: 11_005n,
      refunds: 0n,
      net: 11_005n,
      credit: 0n,
      recipients: new Map([
        [people[0], 10_950n],
        [people[1], 55n],
      ]),
    })
  })

  test('behavior: reports refunds and overpayment', () => {
    const sums = sold({ bill, overpaid: 1_000_000n, weights: [1n], refunds: [1_000n, 5n] })
    expect(summarizeSale(sums, sale)).toMatchObject({
      total: 11_005n,
      refunds: 1_005n,
      net: 10_000n,
      credit: 200n,
      recipients: new Map([[people[0], 10_200n]]),
    })
  })

  test('behavior: returned credit is no longer credit, and no refund', () => {
    const returned = {
      asset: asset('1'),
      units: baseUnits(1n),
      usdMicros: micros(1_000_000n),
      shares: [{ account: address('a'), units: baseUnits(1n) }],
    }
    const sums = [
      ...sold({ bill, overpaid: 1_000_000n, weights: [1n], refunds: [] }),
      ...of('refund', creditEntries(returned)),
    ]
    const row = summarizeSale(sums, sale)
    expectConsistent(row)
    expect(row).toMatchObject({ refunds: 0n, net: 11_005n, credit: 100n })
  })

  test('behavior: reports money without a recipient as unassigned', () => {
    const sums = sold({ bill, overpaid: 0n, weights: [], refunds: [] })
    expect(summarizeSale(sums, sale).recipients).toEqual(new Map([['unassigned', 11_005n]]))
  })

  test('property: rows and totals add up and match the ledger', () => {
    const amount = fc.nat(1_000_000).map((value) => micros(BigInt(value) * 10_000n))
    const saleRecord = fc.record({
      bill: fc
        .record({ sales: amount, state: amount, city: amount, fee: amount })
        .map(({ sales, state, city, fee }) => ({
          salesMicros: micros(sales + 10_000n),
          taxes: [
            { code: 'state', micros: state },
            { code: 'city', micros: city },
          ],
          feeMicros: fee,
          platformMicros: micros(fee / 2n),
        })),
      overpaid: fc.bigInt({ min: 0n, max: 10n ** 6n }),
      weights: fc.array(fc.bigInt({ min: 1n, max: 9_999n }), { maxLength: 4 }),
      refunds: fc.array(fc.bigInt({ min: 1n, max: 1_000n }), { maxLength: 3 }),
    })
    fc.assert(
      fc.property(fc.array(saleRecord, { maxLength: 6 }), (records) => {
        const ledger = records.map(sold)
        const rows = ledger.map((sums) => summarizeSale(sums, sale))
        for (const row of rows) expectConsistent(row)
        const totals = sumFigures(rows)
        expectConsistent(totals)

        const booked = (...accounts: string[]) =>
          ledger
            .flat()
            .filter(({ account, kind }) => accounts.includes(account) && kind !== 'payment')
            .reduce((sum, { usdMicros }) => sum - usdMicros, 0n)
        expect(totals.subtotal * 10_000n).toBe(booked('sales'))
        expect((totals.taxes.get('city') ?? cents(0n)) * 10_000n).toBe(booked('tax:city'))
        expect(totals.fee * 10_000n).toBe(
          booked('processing_fee', 'platform_fee', 'fee_difference'),
        )
        expect(totals.refunds * 10_000n).toBe(-booked('refunds'))
        expect(totals.total * 10_000n).toBe(-booked('customer_credit'))
      }),
      { numRuns: 200 },
    )
  })
})
