import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWallet } from '../../../../test/fixtures/factories.js'
import { createTestContext, type TestContext } from '../../../../test/harness.js'
import { DAY_MS } from '../../../lib/time.js'
import { pruneSettlement } from './prune-settlement.js'

const signal = new AbortController().signal
let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

const daysAgo = (days: number) => ctx.now() - days * DAY_MS

async function aQuote(receiptId: string, merchant: string, ageInDays: number): Promise<void> {
  await ctx.db.query(
    `insert into quotes (merchant, receipt_id, symbol, quoted_at, usd_per_unit_ppm, provider, units, expires_at)
     values ($1, $2, 'ETH', $3, 1, 'fixed', 1, $4)`,
    [merchant, receiptId, daysAgo(ageInDays), daysAgo(ageInDays) + 900_000],
  )
}

async function anAnnouncement(state: string, merchant: string, ageInDays: number): Promise<void> {
  await ctx.db.query(
    `insert into announced_transactions (merchant, receipt_id, tx_hash, created_at, state)
     values ($1, 'r-1', $2, $3, $4)`,
    [merchant, `${state} ${ageInDays}`, daysAgo(ageInDays), state],
  )
}

describe('pruneSettlement', () => {
  test('default: deletes old quotes that were replaced', async () => {
    const merchant = aWallet()
    for (const days of [90, 40, 20]) await aQuote('r-1', merchant, days)
    await aQuote('r-2', merchant, 90)

    expect(await pruneSettlement.run(ctx, signal)).toEqual({ announcements: 0, quotes: 2 })
    const { rows } = await ctx.db.query('select receipt_id from quotes order by receipt_id')
    expect(rows).toEqual([{ receipt_id: 'r-1' }, { receipt_id: 'r-2' }])
  })

  test('behavior: deletes announced transactions that paid nothing', async () => {
    const merchant = aWallet()
    for (const state of ['lost', 'reverted', 'unrelated', 'open', 'paying']) {
      await anAnnouncement(state, merchant, 31)
    }
    await anAnnouncement('lost', merchant, 29)

    expect(await pruneSettlement.run(ctx, signal)).toEqual({ announcements: 3, quotes: 0 })
    const { rows } = await ctx.db.query(
      'select tx_hash from announced_transactions order by tx_hash',
    )
    expect(rows).toEqual([{ tx_hash: 'lost 29' }, { tx_hash: 'open 31' }, { tx_hash: 'paying 31' }])
  })
})
