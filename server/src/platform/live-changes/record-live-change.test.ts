import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { aWallet } from '../../../test/fixtures/factories.js'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import type { Address } from '../../lib/hex.js'
import { MINUTE_MS, unixMs } from '../../lib/time.js'
import type { Queryable } from '../db/db.js'
import {
  findStart,
  followMerchants,
  isResumable,
  pruneLiveChanges,
  readChanges,
} from './live-change-store.js'
import { recordLiveChange, recordLiveChanges } from './record-live-change.js'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx.close())

const read = (merchant: Address, since: string, max = 500) =>
  readChanges(ctx.db, { merchants: [merchant], since, max })

async function startOf(merchant: Address): Promise<string> {
  await followMerchants(ctx.db, [merchant])
  return (await read(merchant, '1:1:')).position.snapshot
}

describe('recordLiveChange', () => {
  test('default: the next read returns the change, and the one after it nothing', async () => {
    const merchant = aWallet()
    const start = await startOf(merchant)
    await ctx.db.transaction((tx) => recordLiveChange(tx, { merchant, kind: 'item', id: `it'm\\` }))
    const first = await read(merchant, start)
    expect(first.changes).toEqual([
      { merchant, kind: 'item', id: `it'm\\`, change: 'updated', person: null },
    ])
    expect((await read(merchant, first.position.snapshot)).changes).toEqual([])
  })

  test('behavior: a rollback leaves no change', async () => {
    const merchant = aWallet()
    const start = await startOf(merchant)
    const changed = ctx.db.transaction(async (tx) => {
      await recordLiveChange(tx, { merchant, kind: 'item', id: 'a' })
      throw new Error('canceled')
    })
    await expect(changed).rejects.toThrow('canceled')
    expect((await read(merchant, start)).changes).toEqual([])
  })

  test('behavior: costs no statement of its own within a transaction', async () => {
    const merchant = aWallet()
    const statements: string[] = []
    await ctx.db.transaction(async (tx) => {
      const counted: typeof tx = {
        ...tx,
        query(sql, params) {
          statements.push(sql)
          return tx.query(sql, params)
        },
      }
      await recordLiveChange(counted, { merchant, kind: 'item', id: 'a' })
    })
    expect(statements).toEqual([])
  })

  test('behavior: a transaction that commits late is not missed', async () => {
    const merchant = aWallet()
    const start = await startOf(merchant)
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    let isOpen = () => {}
    const opened = new Promise<void>((resolve) => {
      isOpen = resolve
    })
    const late = ctx.db.transaction(async (tx) => {
      await tx.query('select pg_current_xact_id()')
      await recordLiveChange(tx, { merchant, kind: 'receipt', id: 'late' })
      isOpen()
      await released
    })
    await opened
    await ctx.db.transaction((tx) =>
      recordLiveChange(tx, { merchant, kind: 'receipt', id: 'early' }),
    )
    const first = await read(merchant, start)
    release()
    await late
    const second = await read(merchant, first.position.snapshot)
    expect(first.changes.map(({ id }) => id)).toEqual(['early'])
    expect(second.changes.map(({ id }) => id)).toEqual(['late'])
  })

  test('behavior: an object that changes often is reported once, and as created', async () => {
    const merchant = aWallet()
    const start = await startOf(merchant)
    const record = (change: 'created' | 'updated' | 'deleted', id: string) =>
      recordLiveChange(ctx.db, { merchant, kind: 'item', id, change })
    await record('created', 'a')
    await record('updated', 'a')
    await record('updated', 'b')
    await record('deleted', 'b')
    const { changes } = await read(merchant, start)
    expect(changes.map(({ id, change }) => `${id} ${change}`)).toEqual(['a created', 'b deleted'])
  })

  test('behavior: many objects of one transaction become one change of their kind', async () => {
    const merchant = aWallet()
    const start = await startOf(merchant)
    const ids = Array.from({ length: 10_000 }, (_, index) => `itm_${index}`)
    await ctx.db.transaction((tx) => recordLiveChanges(tx, { merchant, kind: 'item', ids }))
    expect((await read(merchant, start)).changes).toMatchObject([{ kind: 'item', id: null }])
  })

  test('behavior: a read returns one object more than its maximum', async () => {
    const merchant = aWallet()
    const start = await startOf(merchant)
    for (const id of ['a', 'b', 'c']) await recordLiveChange(ctx.db, { merchant, kind: 'item', id })
    expect((await read(merchant, start, 1)).changes).toHaveLength(2)
  })
})

describe('followMerchants', () => {
  test('default: changes before it are not recorded', async () => {
    const merchant = aWallet()
    await recordLiveChange(ctx.db, { merchant, kind: 'item', id: 'early' })
    const start = await startOf(merchant)
    await recordLiveChange(ctx.db, { merchant, kind: 'item', id: 'late' })
    expect((await read(merchant, '1:1:')).changes.map(({ id }) => id)).toEqual(['late'])
    expect((await read(merchant, start)).changes.map(({ id }) => id)).toEqual(['late'])
  })

  test('behavior: repeated, it continues, and positions stay resumable', async () => {
    const merchant = aWallet()
    const [first] = (await followMerchants(ctx.db, [merchant])).values()
    const { position } = await read(merchant, '1:1:')
    const [second] = (await followMerchants(ctx.db, [merchant])).values()
    expect(second).toBe(first)
    expect(await isResumable(ctx.db, { merchant, position })).toBe(true)
  })

  test('behavior: positions before an interruption are not resumable', async () => {
    const merchant = aWallet()
    await startOf(merchant)
    const { position } = await read(merchant, '1:1:')
    await ctx.db.query('update live_followers set followed_until = 0 where merchant = $1', [
      merchant,
    ])
    await pruneLiveChanges.run(ctx, new AbortController().signal)
    expect(await isResumable(ctx.db, { merchant, position })).toBe(false)
    await followMerchants(ctx.db, [merchant])
    expect(await isResumable(ctx.db, { merchant, position })).toBe(false)
  })

  test('behavior: positions after 15 minutes, or of another database, are not resumable', async () => {
    const merchant = aWallet()
    await startOf(merchant)
    const { position } = await read(merchant, '1:1:')
    const { snapshot, at } = position
    const old = { snapshot, at: unixMs(at - 15 * MINUTE_MS - 1) }
    const ahead = { snapshot: '9999999999:9999999999:', at }
    expect(await isResumable(ctx.db, { merchant, position: old })).toBe(false)
    expect(await isResumable(ctx.db, { merchant, position: ahead })).toBe(false)
  })
})

describe('findStart', () => {
  /** Begins a transaction that writes. Returns what ends it. */
  async function beginWrite(work = async (_tx: Queryable) => {}): Promise<() => Promise<void>> {
    let end = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    let done = Promise.resolve()
    await new Promise<void>((begun) => {
      done = ctx.db.transaction(async (tx) => {
        await tx.query('select pg_current_xact_id()')
        await work(tx)
        begun()
        await ended
      })
    })
    return () => {
      end()
      return done
    }
  }

  const findCalmStart = async (merchant: Address) => {
    const start = await findStart(ctx.db, [merchant])
    if (!start) throw new Error('another transaction is open')
    return start
  }

  test('default: a stream after it has what changed since', async () => {
    const merchant = aWallet()
    await recordLiveChange(ctx.db, { merchant, kind: 'item', id: 'before' })
    // Transactions of other test files count too, because they are on the same server.
    const start = await vi.waitFor(() => findCalmStart(merchant), { timeout: 30_000 })
    await recordLiveChange(ctx.db, { merchant, kind: 'item', id: 'since' })
    expect(await isResumable(ctx.db, { merchant, position: start })).toBe(true)
    expect((await read(merchant, start.snapshot)).changes.map(({ id }) => id)).toEqual(['since'])
  })

  test('behavior: null while a transaction is open that may not know of the follower', async () => {
    const merchant = aWallet()
    const end = await beginWrite()
    expect(await findStart(ctx.db, [merchant])).toBe(null)
    // The same holds while the transaction may be as old.
    expect(await findStart(ctx.db, [merchant])).toBe(null)
    await end()
  })

  test('behavior: merchants who are followed have one beside open transactions', async () => {
    const merchant = aWallet()
    await followMerchants(ctx.db, [merchant])
    await ctx.db.query('update live_followers set followed_until = followed_until - 6000 - 1')
    const end = await beginWrite((tx) =>
      recordLiveChange(tx, { merchant, kind: 'item', id: 'late' }),
    )
    const start = await findStart(ctx.db, [merchant])
    await end()
    expect((await read(merchant, start?.snapshot ?? '')).changes).toMatchObject([{ id: 'late' }])
    expect(await findStart(ctx.db, [])).toBe(null)
  })

  test('behavior: follows only some merchants of a person with many', async () => {
    const merchants = Array.from({ length: 25 }, aWallet)
    await findStart(ctx.db, merchants)
    const { rowCount } = await ctx.db.query('select from live_followers where merchant = any($1)', [
      merchants,
    ])
    expect(rowCount).toBe(20)
  })
})

describe('pruneLiveChanges', () => {
  test('default: deletes changes after 16 minutes', async () => {
    const merchant = aWallet()
    const start = await startOf(merchant)
    for (const id of ['old', 'new']) await recordLiveChange(ctx.db, { merchant, kind: 'item', id })
    await ctx.db.query(
      `update live_changes set recorded_at = recorded_at - 16 * 60000 - 1
       where merchant = $1 and object_id = 'old'`,
      [merchant],
    )
    await pruneLiveChanges.run(ctx, new AbortController().signal)
    expect((await read(merchant, start)).changes.map(({ id }) => id)).toEqual(['new'])
  })
})
