import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { knownAddress } from '../../lib/hex.js'
import { baseUnits, cents, micros } from '../../lib/money.js'
import { assetName } from '../../platform/chain/assets/asset-name.js'
import {
  type BillParts,
  creditEntries,
  manualPaymentEntries,
  paymentEntries,
  refundEntries,
  refundedTaxEntries,
  refundPaidEntries,
  releaseEntries,
  saleEntries,
} from './entries.js'
import type { Account, Entry } from './entry.js'
import { requireBalanced } from './post.js'

const [ada, bob] = [knownAddress(`0x${'aa'.repeat(20)}`), knownAddress(`0x${'bb'.repeat(20)}`)]
const asset = assetName({ chainId: 84532, token: knownAddress(`0x${'11'.repeat(20)}`) })
const amount = { asset, units: baseUnits(100n), usdMicros: micros(50n) }

const shown = (entries: Entry[]) =>
  entries.map((entry) => [entry.account, entry.asset, entry.units, entry.usdMicros])

describe('paymentEntries', () => {
  const amount = { asset, units: baseUnits(100n), usdMicros: micros(10n) }
  const shown = (entries: Entry[]) =>
    entries.map(({ account, units, usdMicros }) => [account, units, usdMicros])

  test('default', () => {
    const legs = [
      { account: ada, units: baseUnits(66n) },
      { account: bob, units: baseUnits(34n) },
    ]
    expect(shown(paymentEntries({ ...amount, legs }))).toEqual([
      ['custody', 100n, 10n],
      ['customer_credit', -100n, -10n],
      ['proceeds', 100n, 10n],
      [`due:${ada}`, -66n, -7n],
      [`due:${bob}`, -34n, -3n],
    ])
  })

  test('behavior: posts no dues without shares', () => {
    expect(shown(paymentEntries({ ...amount, legs: [] }))).toEqual([
      ['custody', 100n, 10n],
      ['customer_credit', -100n, -10n],
    ])
  })

  test('behavior: merges the legs of one recipient and skips empty legs', () => {
    const legs = [60n, 40n, 0n].map((units, index) => ({
      account: index === 2 ? bob : ada,
      units: baseUnits(units),
    }))
    expect(shown(paymentEntries({ ...amount, legs })).slice(2)).toEqual([
      ['proceeds', 100n, 10n],
      [`due:${ada}`, -100n, -10n],
    ])
  })

  test('error: throws when the shares do not add up to the amount', () => {
    const legs = [{ account: ada, units: baseUnits(99n) }]
    expect(() => paymentEntries({ ...amount, legs })).toThrow('shares add up to 99')
  })
})

describe('saleEntries', () => {
  const asset = (digit: string) =>
    assetName({ chainId: 84532, token: knownAddress(`0x${digit.repeat(40)}`) })
  const portion = (units: bigint, usdMicros = units, digit = '1') => ({
    asset: asset(digit),
    units: baseUnits(units),
    usdMicros: micros(usdMicros),
  })

  /** 100.00 plus 9.50 tax and a 0.55 fee. */
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

  test('default', () => {
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

  test("behavior: posts the merchant's add-on as a separate fee", () => {
    const pricier = { ...bill, feeMicros: micros(2_190_000n) }
    const portions = [portion(111_690_000n)]
    expect(shown(saleEntries({ portions, bill: pricier, platformBps: 50 }))).toEqual([
      ['customer_credit', 111_690_000n],
      ['sales', -100_000_000n],
      ['tax:state', -9_500_000n],
      ['processing_fee', -1_640_000n],
      ['fee_difference', 8_450n],
      ['platform_fee', -558_450n],
    ])
  })

  test('behavior: posts the base fee as a difference when there is no split', () => {
    const entries = saleEntries({ portions: [portion(110_050_000n)], bill, platformBps: 0 })
    expect(shown(entries)).toContainEqual(['fee_difference', -550_000n])
    expect(shown(entries).map(([account]) => account)).not.toContain('platform_fee')
  })

  test('behavior: divides the bill between two assets with different decimals', () => {
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

  test('behavior: posts dust with no dollar value as sales', () => {
    const portions = [portion(110_050_000n), portion(7n, 0n, '2')]
    const entries = saleEntries({ portions, bill, platformBps: 50 })
    expect(shown(entries).slice(-2)).toEqual([
      ['customer_credit', 7n],
      ['sales', -7n],
    ])
  })

  test('error: throws when the portions are not worth the bill', () => {
    const portions = [portion(110_049_999n)]
    expect(() => saleEntries({ portions, bill, platformBps: 50 })).toThrow('do not pay')
    expect(() => saleEntries({ portions: [], bill, platformBps: 50 })).toThrow('do not pay')
  })

  test('property: pays every part exactly, overpays none, and balances', () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 12n })
    const parts = fc.record({ sales: amount, state: amount, city: amount, base: amount })
    const cuts = fc.array(fc.record({ weight: fc.nat(), scale: fc.nat(18) }), {
      minLength: 1,
      maxLength: 5,
    })
    fc.assert(
      fc.property(parts, cuts, fc.nat(10_000), (input, weights, platformBps) => {
        const total = input.sales + input.state + input.city + input.base + 1n
        let remainingTotal = total
        const portions = weights.map(({ weight, scale }, index) => {
          const isLast = index === weights.length - 1
          const usdMicros = isLast ? remainingTotal : (remainingTotal * BigInt(weight)) / 2n ** 31n
          remainingTotal -= usdMicros
          return portion(usdMicros * 10n ** BigInt(scale), usdMicros, String(index))
        })
        const entries = saleEntries({
          portions,
          bill: {
            salesMicros: micros(input.sales),
            taxes: [
              { code: 'state', micros: micros(input.state) },
              { code: 'city', micros: micros(input.city) },
            ],
            feeMicros: micros(input.base + 1n),
            platformMicros: micros(input.base),
          },
          platformBps,
        })
        requireBalanced(entries)
        expect(sumOf(entries, 'sales')).toBe(input.sales)
        expect(sumOf(entries, 'tax:state')).toBe(input.state)
        expect(sumOf(entries, 'tax:city')).toBe(input.city)
        expect(sumOf(entries, 'processing_fee')).toBe(1n)
        expect(sumOf(entries, 'platform_fee', 'fee_difference')).toBe(input.base)
        expect(sumOf(entries, 'customer_credit')).toBe(-total)
        for (const { account, usdMicros } of entries) {
          if (account === 'sales' || account.startsWith('tax:')) expect(usdMicros <= 0n).toBe(true)
        }
      }),
      { numRuns: 300 },
    )
  })
})

describe('releaseEntries', () => {
  test('default', () => {
    expect(shown(releaseEntries({ ...amount, account: ada }))).toEqual([
      [`due:${ada}`, asset, 100n, 50n],
      ['custody', asset, -100n, -50n],
    ])
  })
})

describe('manualPaymentEntries', () => {
  test('default', () => {
    expect(shown(manualPaymentEntries({ usdCents: cents(450n) }))).toEqual([
      ['manual', 'USD', 450n, 4_500_000n],
      ['customer_credit', 'USD', -450n, -4_500_000n],
      ['proceeds', 'USD', 450n, 4_500_000n],
      ['due:manual', 'USD', -450n, -4_500_000n],
    ])
  })
})

describe('refundedTaxEntries', () => {
  test('default: takes the tax of a refund from its components', () => {
    const taxes = [
      { code: 'state', micros: micros(6n) },
      { code: 'city', micros: micros(4n) },
    ]
    expect(shown(refundedTaxEntries([amount], taxes))).toEqual([
      ['tax:state', asset, 12n, 6n],
      ['refunded_tax', asset, -20n, -10n],
      ['tax:city', asset, 8n, 4n],
    ])
  })

  test('behavior: every asset carries its share', () => {
    const taxes = [{ code: 'tax', micros: micros(10n) }]
    const other = { ...amount, asset: 'USD' as const }
    const entries = refundedTaxEntries([amount, other], taxes)
    expect(shown(entries)).toEqual([
      ['tax:tax', asset, 10n, 5n],
      ['refunded_tax', asset, -10n, -5n],
      ['tax:tax', 'USD', 10n, 5n],
      ['refunded_tax', 'USD', -10n, -5n],
    ])
  })

  test('behavior: has no entries without tax', () => {
    expect(refundedTaxEntries([amount], [])).toEqual([])
  })

  test('error: refuses more tax than the refund', () => {
    const taxes = [{ code: 'tax', micros: micros(51n) }]
    expect(() => refundedTaxEntries([amount], taxes)).toThrow('cannot contain a tax of 51')
  })
})

describe('refundEntries', () => {
  test('default', () => {
    const shares = [
      { account: ada, units: baseUnits(99n) },
      { account: bob, units: baseUnits(1n) },
    ]
    expect(shown(refundEntries({ ...amount, shares }))).toEqual([
      ['refunds', asset, 100n, 50n],
      ['refund_payable', asset, -100n, -50n],
      [`due:${ada}`, asset, 99n, 50n],
      ['proceeds', asset, -100n, -50n],
      [`due:${bob}`, asset, 1n, 0n],
    ])
  })

  test.each([
    [1n, 1n, [1n, 0n, 0n], [1n, 0n, 0n]],
    [3n, 10n, [1n, 1n, 1n], [4n, 3n, 3n]],
    [3n, 1n, [1n, 1n, 1n], [1n, 0n, 0n]],
    [5n, 7n, [3n, 1n, 1n], [4n, 2n, 1n]],
    [6n, 4n, [3n, 2n, 1n], [2n, 1n, 1n]],
    [7n, 5n, [4n, 2n, 1n], [3n, 1n, 1n]],
    [7n, 0n, [4n, 2n, 1n], [0n, 0n, 0n]],
  ])('behavior: values the shares of %i units worth %i exactly', (units, worth, shares, values) => {
    const people = [ada, bob, knownAddress(`0x${'cc'.repeat(20)}`)]
    const entries = refundEntries({
      asset,
      units: baseUnits(units),
      usdMicros: micros(worth),
      shares: people.map((account, index) => ({ account, units: baseUnits(shares[index] ?? 0n) })),
    })
    requireBalanced(entries)
    const dueEntries = people.map((person) =>
      entries.find(({ account }) => account === `due:${person}`),
    )
    expect(dueEntries.map((entry) => entry?.units ?? 0n)).toEqual(shares)
    expect(dueEntries.map((entry) => entry?.usdMicros ?? 0n)).toEqual(values)
  })

  test('behavior: posts only the refund without shares', () => {
    expect(shown(refundEntries({ ...amount, shares: [] }))).toHaveLength(2)
  })

  test('error: throws when the shares do not add up to the amount', () => {
    const shares = [{ account: ada, units: baseUnits(101n) }]
    expect(() => refundEntries({ ...amount, shares })).toThrow('shares add up to 101')
  })
})

describe('creditEntries', () => {
  test('default', () => {
    const shares = [
      { account: ada, units: baseUnits(99n) },
      { account: bob, units: baseUnits(1n) },
    ]
    expect(shown(creditEntries({ ...amount, shares }))).toEqual([
      ['customer_credit', asset, 100n, 50n],
      ['refund_payable', asset, -100n, -50n],
      [`due:${ada}`, asset, 99n, 50n],
      ['proceeds', asset, -100n, -50n],
      [`due:${bob}`, asset, 1n, 0n],
    ])
  })
})

describe('refundPaidEntries', () => {
  test('default', () => {
    expect(shown(refundPaidEntries(amount))).toEqual([
      ['refund_payable', asset, 100n, 50n],
      ['merchant_wallet', asset, -100n, -50n],
    ])
  })
})
