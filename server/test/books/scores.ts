import { expect } from 'vitest'
import { scoreBatch } from '../../src/features/users/scores/score-receipts.js'
import { xpOf } from '../../src/features/users/scores/xp.js'
import type { Address } from '../../src/lib/hex.js'
import { DAY_MS } from '../../src/lib/time.js'
import type { Context } from '../../src/platform/context.js'

type Line = {
  receipt_id: string
  buyer: Address | null
  kind: string
  at: string
  account: string
  asset: string
  usd_micros: string
}

type Trade = { buyer: Address | ''; receipts: number; cents: bigint }

/**
 * Scores everything that changed, and compares the scores of a merchant and its buyers with the
 * ledger.
 */
export async function checkScores(ctx: Context, merchant: Address): Promise<void> {
  while ((await scoreBatch(ctx)) > 0);
  const trades = await readTrades(ctx, merchant)
  const expected = trades.map(({ buyer, receipts, cents }) => [buyer, receipts, xpOf(cents)])
  const { rows } = await ctx.db.query<{ buyer: string; receipts: number; xp: number }>(
    `select buyer, receipts, xp from scored_pairs where merchant = $1 order by buyer, day`,
    [merchant],
  )
  expect(
    rows.map(({ buyer, receipts, xp }) => [buyer, receipts, xp]),
    'XP and purchases of each buyer',
  ).toEqual(expected)

  const sum = (column: 1 | 2) =>
    trades.length && expected.reduce((all, trade) => all + Number(trade[column]), 0)
  const { rows: scores } = await ctx.db.query(
    `select xp::int, sales, purchases from user_scores where wallet = $1 and period = any('{all,7d}')`,
    [merchant],
  )
  for (const score of scores) {
    expect(score, 'scores of the merchant').toEqual({ xp: sum(2), sales: sum(1), purchases: 0 })
  }
  const { rows: wrong } = await ctx.db.query(
    `select wallet from user_scores where period = 'all' and (xp, purchases) <> (
       select coalesce(sum(xp), 0), coalesce(sum(receipts), 0) from scored_pairs where buyer = wallet
     ) and wallet in (select buyer_wallet from receipts where merchant = $1)`,
    [merchant],
  )
  expect(wrong, 'scores of buyers').toEqual([])
}

/** Reads from the ledger what each buyer paid on chain and was not refunded, by day. */
async function readTrades(ctx: Context, merchant: Address): Promise<Trade[]> {
  const { rows } = await ctx.db.query<Line>(
    `select receipt_id, buyer_wallet as buyer, ledger_postings.kind, at, account, asset, usd_micros
     from ledger_postings
     join ledger_entries on ledger_entries.merchant = ledger_postings.merchant and posting_key = key
     join receipts on receipts.merchant = ledger_postings.merchant and receipts.id = receipt_id
     where ledger_postings.merchant = $1 and asset <> 'USD'`,
    [merchant],
  )
  const trades = new Map<string, Trade & { key: string }>()
  for (const id of new Set(rows.map((line) => line.receipt_id))) {
    const ownLines = rows.filter((line) => line.receipt_id === id)
    const sales = ownLines.filter(
      (line) => line.kind === 'sale' && line.account === 'customer_credit',
    )
    const refunds = ownLines.filter((line) => line.account === 'refunds')
    const micros = (lines: readonly Line[]) =>
      lines.reduce((all, line) => all + BigInt(line.usd_micros), 0n)
    const cents = (micros(sales) - micros(refunds)) / 10_000n
    const buyer = ownLines[0]?.buyer ?? ''
    if (sales.length === 0 || cents <= 0n || buyer === merchant) continue
    const day = Math.floor(Math.min(...sales.map((line) => Number(line.at))) / DAY_MS)
    const key = `${buyer} ${day}`
    const knownTrade = trades.get(key) ?? { key, buyer, receipts: 0, cents: 0n }
    trades.set(key, {
      ...knownTrade,
      receipts: knownTrade.receipts + 1,
      cents: knownTrade.cents + cents,
    })
  }
  return [...trades.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
}
