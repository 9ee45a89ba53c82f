import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { knownAddress } from '../../lib/hex.js'
import { baseUnits, micros } from '../../lib/money.js'
import { assetName } from './asset-name.js'
import type { Account, Entry } from './entry.js'
import { requireBalanced } from './require-balanced.js'
import { type BillParts, saleEntries } from './sale-entries.js'

const asset = (digit: string) =>
  assetName({ chainId: 84532, token: knownAddress(`0x${digit.repeat(40)}`) })
const portion = (units: bigint, usdMicros = units, digit = '1') => ({
  asset: asset(digit),
  units: baseUnits(units),
  usdMicros: micros(usdMicros),
})

/** Spec 4.6: 100.00, tax 9.50, fee 0.55. */
const bill: BillParts = {
  salesMicros: micros(100_000_000n),
  taxes: [{ code: 'state', micros: micros(9_500_000n) }],
  feeMicros: micros(550_000n),
  platformMicros: micros(550_000n),
}

const shown = (entries: Entry[]) => entries.map((entry) => [entry.account, entry.units])
const sumOf = (entries: Entry[], ...accounts: Account[]) =>
  entries
    .filter(({ account }) => accounts.includes(account))
    .reduce((sum, { usdMicros }) => sum - usdMicros, 0n)

describe('saleEntries', () => {
  test('default: the bill of spec 4.6', () => {
    const entries = saleEntries({ portions: [portion(110_050_000n)], bill, platformBps: 50 })
    expect(shown(entries)).toEqual([
      ['customer_credit', 110_050_000n],
      ['sales', -100_000_000n],
      ['tax:state', -9_500_000n],
      ['fee_difference', 250n],
      ['platform_fee', -550_250n],
    ])
    expect(entries.every(({ units, usdMicros }) => String(units) === String(usdMicros))).toBe(true)
  })

  test("behavior: the merchant's add-on is a fee of its own", () => {
    const dearer = { ...bill, feeMicros: micros(2_190_000n) }
    const portions = [portion(111_690_000n)]
    expect(shown(saleEntries({ portions, bill: dearer, platformBps: 50 }))).toEqual([
      ['customer_credit', 111_690_000n],
      ['sales', -100_000_000n],
      ['tax:state', -9_500_000n],
      ['processing_fee', -1_640_000n],
      ['fee_difference', 8_450n],
      ['platform_fee', -558_450n],
    ])
  })

  test('behavior: where there is no split the base is all difference', () => {
    const entries = saleEntries({ portions: [portion(110_050_000n)], bill, platformBps: 0 })
    expect(shown(entries)).toContainEqual(['fee_difference', -550_000n])
    expect(shown(entries).map(([account]) => account)).not.toContain('platform_fee')
  })

  test('behavior: in two assets, of which one has more decimals', () => {
    const portions = [portion(55_000_000n), portion(10n ** 16n, 55_050_000n, '2')]
    const entries = saleEntries({ portions, bill, platformBps: 50 })
    expect(sumOf(entries, 'sales')).toBe(100_000_000n)
    expect(sumOf(entries, 'tax:state')).toBe(9_500_000n)
    expect(sumOf(entries, 'platform_fee', 'fee_difference')).toBe(550_000n)
    expect(
      sumOf(
        entries.filter((entry) => entry.asset === asset('2')),
        'sales',
      ),
    ).toBe(50_022_717n)
    expect(shown(entries)).toContainEqual(['platform_fee', -(10n ** 16n) / 200n])
    requireBalanced(entries)
  })

  test('behavior: dust that is worth nothing is sold for nothing', () => {
    const portions = [portion(110_050_000n), portion(7n, 0n, '2')]
    const entries = saleEntries({ portions, bill, platformBps: 50 })
    expect(shown(entries).slice(-2)).toEqual([
      ['customer_credit', 7n],
      ['sales', -7n],
    ])
  })

  test('error: portions that are not worth the bill', () => {
    const portions = [portion(110_049_999n)]
    expect(() => saleEntries({ portions, bill, platformBps: 50 })).toThrow('do not pay')
    expect(() => saleEntries({ portions: [], bill, platformBps: 50 })).toThrow('do not pay')
  })

  test('property: every part is paid exactly, never more than exactly, and it balances', () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 12n })
    const parts = fc.record({ sales: amount, state: amount, city: amount, base: amount })
    const cuts = fc.array(fc.record({ weight: fc.nat(), scale: fc.nat(18) }), {
      minLength: 1,
      maxLength: 5,
    })
    fc.assert(
      fc.property(parts, cuts, fc.nat(10_000), (given, pieces, platformBps) => {
        const total = given.sales + given.state + given.city + given.base + 1n
        let left = total
        const portions = pieces.map(({ weight, scale }, index) => {
          const isLast = index === pieces.length - 1
          const usdMicros = isLast ? left : (left * BigInt(weight)) / 2n ** 31n
          left -= usdMicros
          return portion(usdMicros * 10n ** BigInt(scale), usdMicros, String(index))
        })
        const entries = saleEntries({
          portions,
          bill: {
            salesMicros: micros(given.sales),
            taxes: [
              { code: 'state', micros: micros(given.state) },
              { code: 'city', micros: micros(given.city) },
            ],
            feeMicros: micros(given.base + 1n),
            platformMicros: micros(given.base),
          },
          platformBps,
        })
        requireBalanced(entries)
        expect(sumOf(entries, 'sales')).toBe(given.sales)
        expect(sumOf(entries, 'tax:state')).toBe(given.state)
        expect(sumOf(entries, 'tax:city')).toBe(given.city)
        expect(sumOf(entries, 'processing_fee')).toBe(1n)
        expect(sumOf(entries, 'platform_fee', 'fee_difference')).toBe(given.base)
        expect(sumOf(entries, 'customer_credit')).toBe(-total)
        for (const { account, usdMicros } of entries) {
          if (account === 'sales' || account.startsWith('tax:')) expect(usdMicros <= 0n).toBe(true)
        }
      }),
      { numRuns: 300 },
    )
  })
})
