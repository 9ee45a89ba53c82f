import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWallet } from '../../../../test/fixtures/factories.js'
import { aSeller } from '../../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import type { Hash } from '../../../lib/hex.js'
import { unixMs } from '../../../lib/time.js'
import {
  listSearched,
  lockRefunds,
  updateNextSearches,
  updateSearched,
} from './sent-refund-store.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const window = { unconfirmedSince: unixMs(100), confirmedSince: unixMs(200) }
const hashOf = (digit: string) => `0x${digit.repeat(64)}` as Hash

/** A receipt of ten dollars and refunds of it, each with its transaction. */
async function someRefunds(
  refunds: { hash: Hash; createdAt: number; confirmedAt?: number; isByHand?: boolean }[],
) {
  const { wallet: merchant, ...seller } = await aSeller(app)
  const lineItems = [{ label: 'Tea', priceUsd: 10 }]
  await seller.post('/api/receipts', { id: 'r-1', lineItems, totalUsd: 10 })
  for (const [index, { hash, createdAt, confirmedAt, isByHand }] of refunds.entries()) {
    await app.ctx.db.query(
      `insert into refunds (merchant, receipt_id, id, usd_cents, buyer, items, transaction_hash, made_by,
         created_at, confirmed_at, token, units)
       values ($1, 'r-1', $2, 1, $1, '[]', $3, 'test', $4, $5, $6, 10000)`,
      [
        merchant,
        `rfnd_${index}`,
        hash,
        createdAt,
        confirmedAt ?? null,
        isByHand ? null : aWallet(),
      ],
    )
  }
  return merchant
}

describe('listSearched', () => {
  test('default: lists the least recently checked first, within their period', async () => {
    const [a, b, c, d, e, f] = ['a', 'b', 'c', 'd', 'e', 'f'].map(hashOf) as [
      Hash,
      Hash,
      Hash,
      Hash,
      Hash,
      Hash,
    ]
    const merchant = await someRefunds([
      { hash: a, createdAt: 102 },
      { hash: b, createdAt: 101 },
      { hash: c, createdAt: 1, confirmedAt: 201 },
      { hash: d, createdAt: 100 },
      { hash: e, createdAt: 150, confirmedAt: 200 },
      { hash: f, createdAt: 150, isByHand: true },
    ])
    const list = async (limit: number, now = unixMs(0)) =>
      (await listSearched(app.ctx.db, { ...window, now, limit })).map(({ hash }) => hash)
    const markSeen = (hash: Hash, at: number) =>
      updateSearched(app.ctx.db, { ...window, merchant, hash, soughtAt: unixMs(at) })
    expect(await list(9)).toEqual([c, b, a])
    await markSeen(c, 2)
    await markSeen(b, 1)
    expect(await list(9)).toEqual([a, b, c])
    expect(await list(1)).toEqual([a])
    const refunds = [{ receiptId: 'r-1', id: 'rfnd_0', searches: 1, nextSearchAt: unixMs(10) }]
    await updateNextSearches(app.ctx.db, { merchant, refunds })
    expect(await list(9, unixMs(9))).toEqual([b, c])
    expect(await list(9, unixMs(10))).toEqual([a, b, c])
  })
})

describe('listSearched of several merchants', () => {
  test('behavior: lets merchants take turns', async () => {
    await app.ctx.db.query('delete from refunds')
    const many = ['4', '5', '6'].map(hashOf)
    await someRefunds(many.map((hash, index) => ({ hash, createdAt: 101 + index })))
    await someRefunds([{ hash: hashOf('7'), createdAt: 999 }])
    const refundLookups = await listSearched(app.ctx.db, { ...window, now: unixMs(0), limit: 2 })
    expect(refundLookups.map(({ hash }) => hash)).toEqual([many[0], hashOf('7')])
  })

  test("behavior: a merchant that names another's transaction does not take its turn", async () => {
    await app.ctx.db.query('delete from refunds')
    const hash = hashOf('9')
    const first = await someRefunds([{ hash, createdAt: 999 }])
    const second = await someRefunds([{ hash, createdAt: 999 }])
    const invented = ['a', 'b', 'c'].map((digit, index) => ({
      hash: hashOf(digit),
      createdAt: 101 + index,
    }))
    const hostile = first < second ? first : second
    for (const [index, refund] of invented.entries()) {
      await app.ctx.db.query(
        `insert into refunds (merchant, receipt_id, id, usd_cents, buyer, items, transaction_hash, made_by,
           created_at, token, units)
         values ($1, 'r-1', $2, 1, $1, '[]', $3, 'test', $4, $1, 10000)`,
        [hostile, `rfnd_x${index}`, refund.hash, refund.createdAt],
      )
    }
    const refundLookups = await listSearched(app.ctx.db, { ...window, now: unixMs(0), limit: 2 })
    expect(refundLookups.map((lookup) => lookup.hash)).toContain(hash)
  })
})

describe('lockRefunds', () => {
  const since = { unconfirmedSince: unixMs(0) }

  test('default: locks the refunds of a merchant, oldest first', async () => {
    const hash = hashOf('1')
    const merchant = await someRefunds([
      { hash, createdAt: 1 },
      { hash: hashOf('2'), createdAt: 1 },
    ])
    const other = await someRefunds([{ hash, createdAt: 2 }])
    await app.ctx.db.transaction(async (tx) => {
      const refunds = await lockRefunds(tx, { merchant, hash, ...since })
      expect(refunds.map(({ id }) => id)).toEqual(['rfnd_0'])
      const { rows } = await app.ctx.db.query<{ transaction_hash: string }>(
        `select merchant, transaction_hash from refunds where merchant = any($1)
         order by created_at for update skip locked`,
        [[merchant, other]],
      )
      expect(rows).toEqual([
        { merchant, transaction_hash: hashOf('2') },
        { merchant: other, transaction_hash: hash },
      ])
    })
  })

  test('behavior: leaves out refunds that were not confirmed in time', async () => {
    const hash = hashOf('8')
    const merchant = await someRefunds([{ hash, createdAt: 5 }])
    const lock = (unconfirmedSince: number) =>
      lockRefunds(app.ctx.db, { merchant, hash, unconfirmedSince: unixMs(unconfirmedSince) })
    expect(await lock(4)).toHaveLength(1)
    expect(await lock(5)).toHaveLength(0)
    await app.ctx.db.query('update refunds set confirmed_at = 6 where merchant = $1', [merchant])
    expect(await lock(5)).toHaveLength(1)
  })

  test('behavior: uses the payment time of the receipt, or its creation time', async () => {
    const hash = hashOf('3')
    const merchant = await someRefunds([{ hash, createdAt: 1 }])
    const lookup = { merchant, hash, ...since }
    const paidAt = async () => (await lockRefunds(app.ctx.db, lookup))[0]?.paidAt
    expect(await paidAt()).toBe(app.ctx.now())
    await app.ctx.db.query('update receipts set transaction_at = 7 where merchant = $1', [merchant])
    expect(await paidAt()).toBe(7)
  })
})
