import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWallet } from '../../../../test/fixtures/factories.js'
import { aSeller } from '../../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import type { Hash } from '../../../lib/hex.js'
import { unixMs } from '../../../lib/time.js'
import { listSearched, lockRefunds, updateSearched } from './sent-refund-store.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

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
    await someRefunds([
      { hash: a, createdAt: 102 },
      { hash: b, createdAt: 101 },
      { hash: c, createdAt: 1, confirmedAt: 201 },
      { hash: d, createdAt: 100 },
      { hash: e, createdAt: 150, confirmedAt: 200 },
      { hash: f, createdAt: 150, isByHand: true },
    ])
    const window = { unconfirmedSince: unixMs(100), confirmedSince: unixMs(200) }
    const list = (limit: number) => listSearched(app.ctx.db, { ...window, limit })
    expect(await list(9)).toEqual([c, b, a])
    await updateSearched(app.ctx.db, { hash: c, at: unixMs(2) })
    await updateSearched(app.ctx.db, { hash: b, at: unixMs(1) })
    expect(await list(9)).toEqual([a, b, c])
    expect(await list(1)).toEqual([a])
  })
})

describe('listSearched of several merchants', () => {
  test('behavior: lets merchants take turns', async () => {
    await app.ctx.db.query('delete from refunds')
    const many = ['4', '5', '6'].map(hashOf)
    await someRefunds(many.map((hash, index) => ({ hash, createdAt: 101 + index })))
    await someRefunds([{ hash: hashOf('7'), createdAt: 999 }])
    const window = { unconfirmedSince: unixMs(100), confirmedSince: unixMs(200) }
    const found = await listSearched(app.ctx.db, { ...window, limit: 2 })
    expect(found).toEqual([many[0], hashOf('7')])
  })
})

describe('lockRefunds', () => {
  test('default: locks the refunds of all merchants, oldest first', async () => {
    const hash = hashOf('1')
    const younger = await someRefunds([{ hash, createdAt: 2 }])
    const older = await someRefunds([
      { hash, createdAt: 1 },
      { hash: hashOf('2'), createdAt: 0 },
    ])
    await app.ctx.db.transaction(async (tx) => {
      const refunds = await lockRefunds(tx, hash)
      expect(refunds.map(({ merchant }) => merchant)).toEqual([older, younger])
      const { rows } = await app.ctx.db.query<{ transaction_hash: string }>(
        `select transaction_hash from refunds where merchant = any($1) for update skip locked`,
        [[older, younger]],
      )
      expect(rows).toEqual([{ transaction_hash: hashOf('2') }])
    })
  })

  test('behavior: uses the payment time of the receipt, or its creation time', async () => {
    const hash = hashOf('3')
    const merchant = await someRefunds([{ hash, createdAt: 1 }])
    const paidAt = async () => (await lockRefunds(app.ctx.db, hash))[0]?.paidAt
    expect(await paidAt()).toBe(app.ctx.now())
    await app.ctx.db.query('update receipts set transaction_at = 7 where merchant = $1', [merchant])
    expect(await paidAt()).toBe(7)
  })
})
