import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aWallet } from '../../../../test/fixtures/factories.js'
import type { Address } from '../../../lib/hex.js'
import { baseUnits, micros } from '../../../lib/money.js'
import { assetName } from '../../../platform/chain/assets/asset-name.js'
import { shareByPayer } from './share-by-payer.js'

const asset = assetName({ chainId: 84_532, token: aWallet() })
const other = assetName({ chainId: 84_532, token: aWallet() })
const [ann, bob, eve] = [aWallet(), aWallet(), aWallet()]

/** An amount of a dollar token. */
const amount = (units: bigint) => ({ asset, units: baseUnits(units), usdMicros: micros(units) })
const sum = <Wallet extends Address | null>(wallet: Wallet, units: bigint, of = asset) => ({
  wallet,
  asset: of,
  units: baseUnits(units),
})
const none = { refunded: [] }

describe('shareByPayer', () => {
  test('default: gives everything to the only payer', () => {
    const paid = [sum(ann, 10_000_000n), sum(bob, 10_000_000n, other)]
    expect(shareByPayer(amount(4_000_000n), { paid, ...none })).toEqual({
      shares: [{ to: ann, units: 4_000_000n }],
      unknownUnits: 0n,
    })
  })

  test('behavior: shares in proportion, largest first', () => {
    const paid = [sum(bob, 4_000_000n), sum(ann, 6_000_000n)]
    expect(shareByPayer(amount(5_000_000n), { paid, ...none }).shares).toEqual([
      { to: ann, units: 3_000_000n },
      { to: bob, units: 2_000_000n },
    ])
  })

  test('behavior: ignores a payer of a tiny amount', () => {
    const paid = [sum(ann, 10_000_000n), sum(eve, 1n), sum(bob, 9_999n)]
    expect(shareByPayer(amount(10_000_000n), { paid, ...none })).toEqual({
      shares: [{ to: ann, units: 10_000_000n }],
      unknownUnits: 0n,
    })
    expect(shareByPayer(amount(1n), { paid: [sum(eve, 1n)], ...none }).shares).toEqual([])
  })

  test('behavior: never exceeds what was paid and not refunded', () => {
    const paid = [sum(ann, 6_000_000n), sum(bob, 4_000_000n)]
    const refunded = [sum(ann, 6_000_000n), sum(bob, 1_000_000n, other)]
    expect(shareByPayer(amount(4_000_000n), { paid, refunded })).toEqual({
      shares: [{ to: bob, units: 4_000_000n }],
      unknownUnits: 0n,
    })
    expect(shareByPayer(amount(5_000_000n), { paid, refunded })).toEqual({
      shares: [{ to: bob, units: 4_000_000n }],
      unknownUnits: 1_000_000n,
    })
  })

  test('behavior: keeps the share of an unknown payer', () => {
    const paid = [sum(ann, 6_000_000n), sum(null, 4_000_000n)]
    expect(shareByPayer(amount(5_000_000n), { paid, ...none })).toEqual({
      shares: [{ to: ann, units: 3_000_000n }],
      unknownUnits: 2_000_000n,
    })
    expect(shareByPayer(amount(5n), { paid: [], ...none })).toEqual({
      shares: [],
      unknownUnits: 5n,
    })
  })

  test('behavior: gives a single cent to one of two payers', () => {
    const paid = [sum(ann, 5_000_000n), sum(bob, 5_000_000n)]
    expect(shareByPayer(amount(10_000n), { paid, ...none }).shares).toEqual([
      { to: ann, units: 10_000n },
    ])
  })

  /** Units that are worth a cent each. */
  const few = (units: bigint) => ({
    asset,
    units: baseUnits(units),
    usdMicros: micros(units * 10_000n),
  })

  test.each([
    [1n, [1n, 0n, 0n], 0n],
    [2n, [1n, 1n, 0n], 0n],
    [3n, [2n, 1n, 0n], 0n],
    [4n, [2n, 1n, 1n], 0n],
    [5n, [3n, 1n, 1n], 0n],
    [6n, [3n, 2n, 1n], 0n],
    [7n, [4n, 2n, 1n], 0n],
    [9n, [4n, 2n, 1n], 2n],
  ])(
    'behavior: shares %i units among payers of four, two and one exactly',
    (units, expected, rest) => {
      const paid = [sum(bob, 2n), sum(eve, 1n), sum(ann, 4n)]
      const { shares, unknownUnits } = shareByPayer(few(units), { paid, ...none })
      const unitsOf = (wallet: Address) => shares.find(({ to }) => to === wallet)?.units ?? 0n
      expect([ann, bob, eve].map(unitsOf)).toEqual(expected)
      expect(unknownUnits).toBe(rest)
    },
  )

  test('behavior: subtracts earlier refunds to the unit', () => {
    const paid = [sum(ann, 3n), sum(bob, 3n)]
    const refunded = [sum(ann, 2n)]
    expect(shareByPayer(few(4n), { paid, refunded })).toEqual({
      shares: [
        { to: bob, units: 3n },
        { to: ann, units: 1n },
      ],
      unknownUnits: 0n,
    })
  })

  test('property: every share is at most what was paid and at least a cent', () => {
    const wallets = [ann, bob, eve, null]
    const units = fc.array(fc.bigInt({ min: 1n, max: 30_000n }), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(units, fc.bigInt({ min: 1n, max: 150_000n }), (input, owed) => {
        const paid = input.map((units, index) => sum(wallets[index] ?? null, units))
        const { shares, unknownUnits } = shareByPayer(amount(owed), { paid, ...none })
        for (const share of shares) {
          const ownShare = paid.find(({ wallet }) => wallet === share.to)
          expect(share.units <= (ownShare?.units ?? 0n) && share.units >= 10_000n).toBe(true)
        }
        const shared = shares.reduce((total, share) => total + share.units, 0n)
        expect(shared + unknownUnits).toBe(owed)
      }),
      { numRuns: 300 },
    )
  })
})
