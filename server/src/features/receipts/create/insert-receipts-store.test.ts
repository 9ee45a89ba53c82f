import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aReceipt } from '../../../../test/fixtures/receipt.js'
import { aSeller, type Seller } from '../../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import {
  aShelf as newShelf,
  sameOutcomes,
} from '../../../../test/scenarios/receipts/insert-receipts.properties.js'
import { depositOf } from '../../../platform/chain/deposit-address.js'
import { readSaleFacts } from './gather-sale-facts.js'
import { insertReceipts, receiptBatch } from './insert-receipts-store.js'
import type { NewReceipt } from './receipt-rows.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

async function aShelf(stockQty: number) {
  const items = ['A', 'B'].map((sku) => ({ sku, name: sku, priceUsd: 1, stockQty }))
  const seller = await aSeller(app, { items })
  const { rows } = await app.ctx.db.query<{ id: string; version: string }>(
    'select id, version from items where merchant = $1 order by id',
    [seller.wallet],
  )
  const lines = rows.map(({ id, version }) => ({
    itemId: id,
    qty: 1,
    version: Number(version),
    isLimited: stockQty !== -1,
  }))
  return { seller, lines, ids: rows.map(({ id }) => id) }
}

const reserved = async (seller: Seller) =>
  (await seller.get('/api/inventory'))
    .json()
    .items.map((item: { reservedQty: number }) => item.reservedQty)

async function versionsOf({ wallet }: Seller) {
  const { versions } = await readSaleFacts(app.ctx, wallet)
  return versions
}

const receiptOf = ({ wallet: merchant }: Seller, id = 'r-1') => {
  const receipt = aReceipt({ merchant, id })
  return { receipt, deposit: depositOf(app.ctx.config, receipt) }
}

const insert = async (input: NewReceipt) => (await insertReceipts(app.ctx.db, [input]))[0]

describe('insertReceipts', () => {
  test('default', async () => {
    const { seller, lines } = await aShelf(1)
    const newReceipt = receiptOf(seller)
    expect(await insert({ ...newReceipt, by: 'test', quantities: lines })).toEqual({
      kind: 'made',
    })
    expect(await reserved(seller)).toEqual([1, 1])
  })

  test('behavior: returns exists for a repeated insert, even when it holds the last stock', async () => {
    const { seller, lines } = await aShelf(1)
    const input = { ...receiptOf(seller), by: 'test', quantities: lines }
    await insert(input)
    expect(await insert(input)).toEqual({ kind: 'exists' })
    expect(await reserved(seller)).toEqual([1, 1])
  })

  test('behavior: reports items without enough stock', async () => {
    const { seller, lines, ids } = await aShelf(1)
    const tooManyLines = lines.map((line, index) => ({ ...line, qty: index === 0 ? 2 : 1 }))
    expect(await insert({ ...receiptOf(seller), by: 'test', quantities: tooManyLines })).toEqual({
      kind: 'short',
      short: [{ itemId: ids[0], available: 1 }],
    })
    expect(await reserved(seller)).toEqual([0, 0])
  })

  test('behavior: a changed item takes precedence over a shortage', async () => {
    const { seller, lines } = await aShelf(1)
    const changed = lines.map((line, index) =>
      index === 0 ? { ...line, qty: 2 } : { ...line, version: line.version + 1 },
    )
    expect(await insert({ ...receiptOf(seller), by: 'test', quantities: changed })).toEqual({
      kind: 'stale',
    })
    expect(await reserved(seller)).toEqual([0, 0])
  })

  test('behavior: orders of unlimited items hold nothing, and notice that an item changed', async () => {
    const { seller, lines } = await aShelf(-1)
    const quantities = lines.map((line) => ({ ...line, qty: 1_000 }))
    const input = { ...receiptOf(seller), by: 'test', quantities }
    expect(await insert(input)).toEqual({ kind: 'made' })
    expect(await insert(input)).toEqual({ kind: 'exists' })
    expect(await reserved(seller)).toEqual([0, 0])

    const saved = await seller.post('/api/inventory', { id: seller.ids['A'], stockQty: 3 })
    expect(saved.statusCode).toBe(200)
    const again = { ...receiptOf(seller, 'r-2'), by: 'test', quantities }
    expect(await insert(again)).toEqual({ kind: 'stale' })
    expect(await reserved(seller)).toEqual([0, 0])
  })

  test('behavior: orders of a deleted item are stale', async () => {
    const { seller, lines } = await aShelf(-1)
    const unknown = lines.map((line) => ({ ...line, itemId: `${line.itemId}x` }))
    expect(await insert({ ...receiptOf(seller), by: 'test', quantities: unknown })).toEqual({
      kind: 'stale',
    })
  })

  test.each([['shop'], ['split']] as const)('behavior: reports a changed %s', async (fact) => {
    const { seller } = await aShelf(1)
    const facts = await versionsOf(seller)
    const outdated = { ...facts, [fact]: facts[fact] - 1 }
    const input = { ...receiptOf(seller), by: 'test' }
    expect(await insert({ ...input, facts: outdated })).toEqual({ kind: 'stale' })
    expect(await insert({ ...input, facts })).toEqual({ kind: 'made' })
  })

  test('behavior: reports a changed rate only if the receipt used it', async () => {
    const { seller } = await aShelf(1)
    const facts = await versionsOf(seller)
    const input = { ...receiptOf(seller), by: 'test' }
    expect(await insert({ ...input, facts: { ...facts, euroRate: 7 } })).toEqual({ kind: 'stale' })
    expect(await insert({ ...input, facts: { ...facts, euroRate: null } })).toEqual({
      kind: 'made',
    })
  })

  test('behavior: decides each receipt of a statement on its own', async () => {
    const { seller, lines } = await aShelf(3)
    const [first] = lines
    if (!first) throw new Error('there are no items')
    await insert({ ...receiptOf(seller, 'known'), by: 'test' })
    const of = (id: string, more: Partial<NewReceipt> = {}): NewReceipt => ({
      ...receiptOf(seller, id),
      by: 'test',
      ...more,
    })
    const outcomes = await insertReceipts(app.ctx.db, [
      of('a', { quantities: [{ ...first, qty: 2 }] }),
      of('stale', { quantities: [{ ...first, version: 0 }] }),
      of('known'),
      of('too many', { quantities: [{ ...first, qty: 4 }] }),
      of('undecided', { quantities: [{ ...first, qty: 2 }] }),
      of('b'),
    ])
    expect(outcomes).toEqual([
      { kind: 'made' },
      { kind: 'stale' },
      { kind: 'exists' },
      { kind: 'short', short: [{ itemId: first.itemId, available: 3 }] },
      'again',
      { kind: 'made' },
    ])
    expect((await reserved(seller)).toSorted()).toEqual([0, 2])
  })

  test('property: batches have the same outcomes as single inserts', async () => {
    const [batched, single] = [await newShelf(app), await newShelf(app)]
    await fc.assert(sameOutcomes(app, { batched, single }), { numRuns: 10 })
  })

  test('behavior: succeeds after a deadlock with another transaction', {
    tags: 'slow',
  }, async () => {
    const { seller, lines, ids } = await aShelf(5)
    const hold = 'update items set reserved_qty = reserved_qty where merchant = $1 and id = $2'
    const newReceipt = receiptOf(seller)
    let inserting: ReturnType<typeof insert> | undefined
    await app.ctx.db.transaction(async (tx) => {
      // The database aborts the transaction that detects the deadlock first; this one must not be
      // it.
      await tx.query(`set local deadlock_timeout = '10s'`)
      await tx.query(hold, [seller.wallet, ids[1]])
      inserting = insert({ ...newReceipt, by: 'test', quantities: lines })
      await untilLocked()
      await tx.query(hold, [seller.wallet, ids[0]])
    })
    expect(await inserting).toEqual({ kind: 'made' })
    expect(await reserved(seller)).toEqual([1, 1])
  })

  test.each([
    ['no longer has a limit', 'update items set stock_qty = -1, version = version + 1'],
    ['was deleted', 'delete from items'],
  ])('behavior: reports an item that %s when its lock is released', async (_, change) => {
    const { seller, lines } = await aShelf(5)
    let inserting: ReturnType<typeof insert> | undefined
    await app.ctx.db.transaction(async (tx) => {
      await tx.query(`${change} where merchant = $1`, [seller.wallet])
      inserting = insert({ ...receiptOf(seller), by: 'test', quantities: lines })
      await untilLocked()
    })
    expect(await inserting).toEqual({ kind: 'stale' })
  })
})

describe('receiptBatch', () => {
  test('behavior: a merchant whose items are locked does not hold up others', async () => {
    const [importing, other] = [await aShelf(5), await aShelf(5)]
    const run = ({ seller, lines }: typeof other, id: string) =>
      app.ctx.batches.run(receiptBatch, { ...receiptOf(seller, id), by: 'test', quantities: lines })
    let waiting: ReturnType<typeof run>[] = []
    await app.ctx.db.transaction(async (tx) => {
      // As an import does until its last row is written.
      await tx.query('update items set name = name where merchant = $1', [importing.seller.wallet])
      waiting = [run(importing, 'a'), run(importing, 'b')]
      expect(await run(other, 'a')).toEqual({ kind: 'made' })
      await untilLocked()
      waiting.push(run(importing, 'c'))
      expect(await run(other, 'b')).toEqual({ kind: 'made' })
    })
    expect(await Promise.all(waiting)).toEqual(Array(3).fill({ kind: 'made' }))
    expect(await reserved(importing.seller)).toEqual([3, 3])
  })
})

async function untilLocked(): Promise<void> {
  for (;;) {
    const { rows } = await app.ctx.db.query(
      `select 1 from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if (rows.length > 0) return
    await sleep(10)
  }
}
