import type { ScoreChange, ScoredPair, ScoredReceipt } from './score.js'
import { xpOf } from './xp.js'

type Decision = { pairs: ScoredPair[]; changes: ScoreChange[] }

/** Returns the key of the pair that a receipt belongs to. */
export function pairKeyOf(pair: Pick<ScoredPair, 'merchant' | 'buyer' | 'day'>): string {
  const { merchant, buyer, day } = pair
  return `${merchant} ${buyer} ${day}`
}

/**
 * Decides how pairs and scores change when receipts `before` become `after`. Each receipt occurs at
 * most once in either list, and `stored` has the pairs of all of them. The changes make scores
 * equal to the sum over all pairs.
 */
export function decideScores(input: {
  before: readonly ScoredReceipt[]
  after: readonly ScoredReceipt[]
  stored: readonly ScoredPair[]
}): Decision {
  const stored = new Map(input.stored.map((pair) => [pairKeyOf(pair), pair]))
  const pairs = new Map<string, ScoredPair>()
  const add = (receipt: ScoredReceipt, sign: 1 | -1) => {
    if (receipt.netCents === 0n) return
    const key = pairKeyOf(receipt)
    const { merchant, buyer, day } = receipt
    const empty = { merchant, buyer, day, receipts: 0, netCents: 0n, xp: 0 }
    const pair = pairs.get(key) ?? stored.get(key) ?? empty
    const netCents = pair.netCents + BigInt(sign) * receipt.netCents
    pairs.set(key, { ...pair, receipts: pair.receipts + sign, netCents, xp: xpOf(netCents) })
  }
  for (const receipt of input.before) add(receipt, -1)
  for (const receipt of input.after) add(receipt, 1)

  const changed = [...pairs.values()]
  const changes = changed.flatMap((pair) => changesOf(pair, stored.get(pairKeyOf(pair))))
  return { pairs: changed, changes: sumChanges(changes) }
}

function changesOf(pair: ScoredPair, before: ScoredPair | undefined): ScoreChange[] {
  const { merchant, buyer, day } = pair
  const receipts = pair.receipts - (before?.receipts ?? 0)
  const xp = pair.xp - (before?.xp ?? 0)
  if (receipts === 0 && xp === 0) return []
  const sold = { wallet: merchant, day, xp, sales: receipts, purchases: 0 }
  return buyer === '' ? [sold] : [sold, { wallet: buyer, day, xp, sales: 0, purchases: receipts }]
}

/** Adds up the changes of each wallet and day, in the order of wallets. */
function sumChanges(changes: readonly ScoreChange[]): ScoreChange[] {
  const sums = new Map<string, ScoreChange>()
  for (const change of changes) {
    const key = `${change.wallet} ${change.day}`
    const sum = sums.get(key) ?? { ...change, xp: 0, sales: 0, purchases: 0 }
    sums.set(key, {
      ...sum,
      xp: sum.xp + change.xp,
      sales: sum.sales + change.sales,
      purchases: sum.purchases + change.purchases,
    })
  }
  return [...sums.values()].sort((a, b) => (a.wallet < b.wallet ? -1 : 1))
}
