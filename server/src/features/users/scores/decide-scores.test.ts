import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aWallet } from '../../../../test/fixtures/factories.js'
import { decideScores, pairKeyOf } from './decide-scores.js'
import type { ScoredPair, ScoredReceipt } from './score.js'
import { levelOf, xpOf, xpPerPairAndDay } from './xp.js'

const [merchant, buyer, other] = [aWallet(), aWallet(), aWallet()]
const aReceipt = (receiptId: string, netCents: bigint): ScoredReceipt => {
  return { merchant, receiptId, buyer, day: 10, netCents }
}

describe('xpOf', () => {
  test('default', () => {
    expect([99n, 100n, 199n, 49_999n].map(xpOf)).toEqual([0, 1, 1, 499])
  })

  test('behavior: is capped per pair and day', () => {
    expect(xpOf(10_000_000n)).toBe(xpPerPairAndDay)
  })
})

describe('levelOf', () => {
  test('default', () => {
    expect([0, 99, 100, 399, 400, 10_000].map(levelOf)).toEqual([1, 1, 2, 2, 3, 11])
  })
})

describe('decideScores', () => {
  test('default', () => {
    const { pairs, changes } = decideScores({
      before: [],
      after: [aReceipt('a', 150n), aReceipt('b', 250n)],
      stored: [],
    })
    expect(pairs).toEqual([{ merchant, buyer, day: 10, receipts: 2, netCents: 400n, xp: 4 }])
    expect(changes).toContainEqual({ wallet: merchant, day: 10, xp: 4, sales: 2, purchases: 0 })
    expect(changes).toContainEqual({ wallet: buyer, day: 10, xp: 4, sales: 0, purchases: 2 })
  })

  test('behavior: a refund takes back exactly what the receipt earned', () => {
    const stored = [{ merchant, buyer, day: 10, receipts: 2, netCents: 400n, xp: 4 }]
    const { pairs, changes } = decideScores({ before: [aReceipt('b', 250n)], after: [], stored })
    expect(pairs).toMatchObject([{ receipts: 1, netCents: 150n, xp: 1 }])
    expect(changes).toContainEqual({ wallet: buyer, day: 10, xp: -3, sales: 0, purchases: -1 })
  })

  test('behavior: an unknown payer earns nothing, the merchant does', () => {
    const after = [{ ...aReceipt('a', 500n), buyer: '' as const }]
    const { changes } = decideScores({ before: [], after, stored: [] })
    expect(changes).toEqual([{ wallet: merchant, day: 10, xp: 5, sales: 1, purchases: 0 }])
  })

  test('property: changes in any order add up to the scores of the last state', () => {
    const step = fc.record({
      receiptId: fc.constantFrom('a', 'b', 'c'),
      buyer: fc.constantFrom(buyer, other, '' as const),
      day: fc.constantFrom(10, 11),
      netCents: fc.constantFrom(0n, 1n, 150n, 40_000n, 90_000n),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const receipts = new Map<string, ScoredReceipt>()
        const pairs = new Map<string, ScoredPair>()
        const sums = new Map<string, [xp: number, sales: number, purchases: number]>()
        for (const fields of steps) {
          const next = { merchant, ...fields }
          const before = [...receipts.values()].filter(
            (receipt) => receipt.receiptId === next.receiptId,
          )
          const decided = decideScores({ before, after: [next], stored: [...pairs.values()] })
          receipts.set(next.receiptId, next)
          for (const pair of decided.pairs) pairs.set(pairKeyOf(pair), pair)
          for (const { wallet, xp, sales, purchases } of decided.changes) {
            const [a, b, c] = sums.get(wallet) ?? [0, 0, 0]
            sums.set(wallet, [a + xp, b + sales, c + purchases])
          }
        }

        const whole = decideScores({ before: [], after: [...receipts.values()], stored: [] })
        for (const wallet of [merchant, buyer, other]) {
          const ownChanges = whole.changes.filter((change) => change.wallet === wallet)
          const total = (key: 'xp' | 'sales' | 'purchases') =>
            ownChanges.reduce((sum, change) => sum + change[key], 0)
          expect(sums.get(wallet) ?? [0, 0, 0]).toEqual([
            total('xp'),
            total('sales'),
            total('purchases'),
          ])
        }
      }),
      { numRuns: 100 },
    )
  })
})
