import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { knownAddress } from '../../../lib/hex.js'
import { baseUnits, cents, micros } from '../../../lib/money.js'
import { type AssetName, assetName, manualUsd } from '../../../platform/chain/assets/asset-name.js'
import {
  manualPaymentEntries,
  paymentEntries,
  refundEntries,
  saleEntries,
} from '../../ledger/entries.js'
import type { Amount, Entry, PostingKind, ReceiptSum, Share } from '../../ledger/entry.js'
import { requireBalanced } from '../../ledger/post.js'
import { shareCredit, shareRefund } from './share-refund.js'

const address = (digit: string) => knownAddress(`0x${digit.repeat(40)}`)
const [merchant, platform] = [address('a'), address('b')]
const usdc = assetName({ chainId: 84532, token: address('1') })
const eth = assetName({ chainId: 84532, token: address('0') })

const amount = (asset: AssetName, units: bigint, usdMicros = units): Amount => ({
  asset,
  units: baseUnits(units),
  usdMicros: micros(usdMicros),
})
const of = (kind: PostingKind, entries: Entry[]): ReceiptSum[] =>
  entries.map((entry) => ({ ...entry, kind }))

/** Returns the ledger sums of a receipt with these payments, split 99.5 to 0.5. */
function paidWith(...portions: Amount[]): ReceiptSum[] {
  const total = portions.reduce((sum, { usdMicros }) => sum + usdMicros, 0n)
  const bill = { salesMicros: micros(total), taxes: [], feeMicros: micros(0n) }
  return [
    ...portions.flatMap((portion) => {
      const units = baseUnits((portion.units * 50n) / 10_000n)
      const legs = [
        { account: merchant, units: baseUnits(portion.units - units) },
        { account: platform, units },
      ]
      return of('payment', paymentEntries({ ...portion, legs }))
    }),
    ...of(
      'sale',
      saleEntries({ portions, bill: { ...bill, platformMicros: micros(0n) }, platformBps: 50 }),
    ),
  ]
}

describe('shareRefund', () => {
  test('default: refunds the paid asset by the shares of its holders', () => {
    expect(shareRefund(paidWith(amount(usdc, 110_050_000n)), cents(1_000n))).toEqual([
      {
        ...amount(usdc, 10_000_000n),
        shares: [
          { account: merchant, units: 9_950_000n },
          { account: platform, units: 50_000n },
        ],
      },
    ])
  })

  test('behavior: values native tokens at their price at the time of payment', () => {
    const [part] = shareRefund(paidWith(amount(eth, 10n ** 16n, 30_000_000n)), cents(1_500n))
    expect(part).toMatchObject({ asset: eth, units: 5n * 10n ** 15n, usdMicros: 15_000_000n })
  })

  test('behavior: refunds from the largest balance first', () => {
    const sums = paidWith(amount(usdc, 10_000_000n), amount(eth, 10n ** 16n, 30_000_000n))
    expect(shareRefund(sums, cents(1_000n)).map(({ asset }) => asset)).toEqual([eth])
    expect(shareRefund(sums, cents(3_500n))).toMatchObject([
      { asset: eth, units: 10n ** 16n, usdMicros: 30_000_000n },
      { asset: usdc, units: 5_000_000n, usdMicros: 5_000_000n },
    ])
  })

  test('behavior: returns no shares if no holder received any', () => {
    const sums = paidWith(amount(usdc, 10_000_000n)).filter(({ kind }) => kind === 'sale')
    expect(shareRefund(sums, cents(1_000n))).toMatchObject([{ asset: usdc, shares: [] }])
  })

  test('behavior: refunds manual and unknown payments manually', () => {
    const usd = amount(manualUsd, 1_000n, 10_000_000n)
    const bill = { salesMicros: usd.usdMicros, taxes: [], feeMicros: micros(0n) }
    const marked = [
      ...of('mark', manualPaymentEntries({ usdCents: cents(1_000n) })),
      ...of(
        'sale',
        saleEntries({
          portions: [usd],
          platformBps: 0,
          bill: { ...bill, platformMicros: micros(0n) },
        }),
      ),
    ]
    const expected = [
      {
        ...amount(manualUsd, 400n, 4_000_000n),
        shares: [{ account: 'manual', units: 400n }],
      },
    ]
    expect(shareRefund(marked, cents(400n))).toEqual(expected)
    expect(shareRefund([], cents(400n))).toEqual(expected)
  })

  /**
   * The ledger sums of a sale of seven units, a cent each, of which the holders got four, two and
   * one.
   */
  const sevenUnits = (): ReceiptSum[] => {
    const paidAmount = amount(eth, 7n, 70_000n)
    const bill = { salesMicros: paidAmount.usdMicros, taxes: [], feeMicros: micros(0n) }
    const legs = holders.map((account, index) => ({ account, units: legsOfSeven[index] }))
    const sold = {
      portions: [paidAmount],
      bill: { ...bill, platformMicros: micros(0n) },
      platformBps: 0,
    }
    return [
      ...of('payment', paymentEntries({ ...paidAmount, legs: legs as Share[] })),
      ...of('sale', saleEntries(sold)),
    ]
  }
  const holders = [merchant, platform, address('c')]
  const legsOfSeven = [4n, 2n, 1n].map(baseUnits)
  const sharesIn = (parts: readonly { shares: readonly Share[] }[]) =>
    holders.map((holder) =>
      parts
        .flatMap(({ shares }) => shares)
        .filter(({ account }) => account === holder)
        .reduce((sum, { units }) => sum + units, 0n),
    )

  test.each([
    [1n, [1n, 0n, 0n]],
    [2n, [1n, 1n, 0n]],
    [3n, [2n, 1n, 0n]],
    [4n, [2n, 1n, 1n]],
    [5n, [3n, 1n, 1n]],
    [6n, [3n, 2n, 1n]],
    [7n, [4n, 2n, 1n]],
  ])('behavior: shares %i of seven units exactly', (units, expected) => {
    const parts = shareRefund(sevenUnits(), cents(units))
    expect(parts).toMatchObject([{ asset: eth, units, usdMicros: units * 10_000n }])
    expect(sharesIn(parts)).toEqual(expected)
  })

  test('behavior: unit by unit, every holder returns what it got', () => {
    let sums = sevenUnits()
    const takenUnits: bigint[][] = []
    for (let round = 0; round < 7; round += 1) {
      const parts = shareRefund(sums, cents(1n))
      takenUnits.push(sharesIn(parts))
      sums = [...sums, ...of('refund', parts.flatMap(refundEntries))]
    }
    expect(takenUnits).toEqual([
      [1n, 0n, 0n],
      [1n, 0n, 0n],
      [1n, 0n, 0n],
      [0n, 1n, 0n],
      [1n, 0n, 0n],
      [0n, 1n, 0n],
      [0n, 0n, 1n],
    ])
  })

  test('property: refunds in any parts return every unit, and each balances', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(parts, fc.bigInt({ min: 1n, max: 10n ** 20n }), (input, units) => {
        const total = BigInt(input.reduce((sum, part) => sum + part, 0)) * 10_000n
        const half = (total / 20_000n) * 10_000n
        const portions = [amount(eth, units, total - half), amount(usdc, half)]
        let sums = paidWith(...portions.filter(({ usdMicros }) => usdMicros > 0n))
        for (const part of input) {
          const refund = shareRefund(sums, cents(BigInt(part)))
          expect(refund.reduce((sum, part) => sum + part.usdMicros, 0n)).toBe(
            BigInt(part) * 10_000n,
          )
          const entries = refund.flatMap(refundEntries)
          requireBalanced(entries)
          sums = [...sums, ...of('refund', entries)]
        }
        const back = (asset: AssetName) =>
          sums
            .filter((sum) => sum.account === 'refunds' && sum.asset === asset)
            .reduce((sum, part) => sum + part.units, 0n)
        expect([back(eth), back(usdc), back(manualUsd)]).toEqual([units, half, 0n])
        expect(shareRefund(sums, cents(1n))).toMatchObject([{ asset: manualUsd, units: 1n }])
      }),
      { numRuns: 150 },
    )
  })
})

describe('shareCredit', () => {
  test('default: shares each amount by what its holders got', () => {
    const sums = paidWith(amount(usdc, 10_000n), amount(eth, 400n, 30_000n))
    expect(shareCredit(sums, [amount(eth, 200n, 15_000n), amount(usdc, 400n)])).toEqual([
      {
        ...amount(eth, 200n, 15_000n),
        shares: [
          { account: merchant, units: 199n },
          { account: platform, units: 1n },
        ],
      },
      {
        ...amount(usdc, 400n),
        shares: [
          { account: merchant, units: 398n },
          { account: platform, units: 2n },
        ],
      },
    ])
  })
})
