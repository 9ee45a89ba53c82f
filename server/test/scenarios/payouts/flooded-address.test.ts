import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { markReleased } from '../../../src/features/payments/flush-store.js'
import { assignFlush, releaseFlushes } from '../../../src/features/payments/flushes.js'
import { endDistributions } from '../../../src/features/payouts/distribute/distribution-store.js'
import type { Hash } from '../../../src/lib/hex.js'
import { batchSize } from '../../../src/platform/db/change-in-batches.js'
import type { Queryable } from '../../../src/platform/db/db.js'
import { aWallet } from '../../fixtures/factories.js'
import { createTestContext, type TestContext, testNow } from '../../harness.js'

const chainId = 84_532
const [merchant, address, payoutAddress, token] = [aWallet(), aWallet(), aWallet(), aWallet()]
const dust = batchSize + 1
/** The most payments that a statement changed. */
let maxActive = 0

let ctx: TestContext
let db: Queryable
beforeAll(async () => {
  ctx = await createTestContext()
  db = {
    ...ctx.db,
    async query(sql, values) {
      const result = await ctx.db.query(sql, values)
      if (sql.includes('update payments')) maxActive = Math.max(maxActive, result.rowCount)
      return result
    },
  } as Queryable
})
afterAll(() => ctx.close())

/** Third parties send dust to one deposit address, more of it than one statement may change. */
beforeEach(async () => {
  maxActive = 0
  await ctx.db.query('truncate payments')
  await ctx.db.query(
    `insert into payments (
       chain_id, tx_hash, log_index, merchant, receipt_id, kind, token, units, payer, deposit_address,
       payout_address, block_number, block_hash, paid_at, state, created_at
     )
     select $1, '0x1', n, $2, 'r-1', 'deposit', $3, 1, null, $4, $5, 7, '0x7', 0, 'confirmed', 0
     from generate_series(1, $6::int) as n`,
    [chainId, merchant, token, address, payoutAddress, dust],
  )
})

/** Inserts a transaction that failed, or was mined in block 9. */
async function send(key: string, state: 'failed' | 'mined'): Promise<void> {
  const mined = { signer: merchant, nonce: 0, block: 9, blockHash: '0x9' }
  const at = state === 'mined' ? mined : null
  await ctx.db.query(
    `insert into outgoing_transactions (id, chain_id, key, purpose, priority, merchant, recipient, data, value,
       gas, created_at, state, signer, nonce, block_number, block_hash)
     values ($1, $2, $1, 'deposit.flush', 1, $3, $3, '0x', 0, 1, 0, $4, $5, $6, $7, $8)`,
    [key, chainId, merchant, state, at?.signer, at?.nonce, at?.block, at?.blockHash],
  )
}

const countWhere = async (condition: string) =>
  Number(
    (await ctx.db.query<{ count: string }>(`select count(*) from payments where ${condition}`))
      .rows[0]?.count,
  )

describe('many payments to one deposit address', () => {
  const read = { chainId, cursor: 9n, now: testNow, hashes: [] }

  test.each([
    { name: 'alone', others: [] },
    { name: 'with others', others: [{ address: aWallet(), token }] },
  ])('behavior: are flushed $name and released in several statements', async ({ name, others }) => {
    const flushes = [{ address, token }, ...others]
    expect(await assignFlush({ ...ctx, db }, { flushes, key: name })).toBe(dust)
    expect(await assignFlush({ ...ctx, db }, { flushes, key: 'slower' })).toBe(0)
    expect(await countWhere(`flush_key = '${name}'`)).toBe(dust)
    await send(name, 'failed')
    await releaseFlushes({ ...ctx, db }, { cursor: 9n, transactions: [] })
    expect(await countWhere('flush_key is null and flush_alone')).toBe(dust)
    expect(maxActive).toBe(batchSize)
  })

  test('behavior: are released by a distribution in several statements', async () => {
    await ctx.db.query('update payments set arrived_block = 8, arrived_log = 3')
    await ctx.db.query(
      `insert into split_totals (chain_id, split, token, merchant, received, received_micros, distribute_key)
       values ($1, $2, $3, $4, $5, 0, 'distribute')`,
      [chainId, payoutAddress, token, merchant, dust],
    )
    await send('distribute', 'mined')
    await ctx.db.query(`update outgoing_transactions set hash = '0xd' where key = 'distribute'`)
    await ctx.db.query(
      `insert into releases (chain_id, tx_hash, log_index, merchant, split, token, account, units,
         block_number, block_hash, state, created_at)
       values ($1, '0xd', 1, $2, $3, $4, $2, 1, 9, '0x9', 'seen', 0)`,
      [chainId, merchant, payoutAddress, token],
    )
    const [distributed] = await endDistributions(db, read)
    if (!distributed) throw new Error('the distribution has not ended')
    expect(await markReleased(db, { chainId, ...distributed })).toHaveLength(dust)
    expect(await countWhere('released_block = 9')).toBe(dust)
    expect(maxActive).toBe(batchSize)
  })

  test('error: a distribution of tokens without a payout releases nothing, and the next one waits', async () => {
    await ctx.db.query('update payments set arrived_block = 8, arrived_log = 3')
    await ctx.db.query(
      `insert into split_totals (chain_id, split, token, merchant, received, received_micros, distribute_key)
       values ($1, $2, $3, $4, $5, 0, 'blocked')
       on conflict (chain_id, split, token) do update set distribute_key = 'blocked'`,
      [chainId, payoutAddress, token, merchant, dust],
    )
    await ctx.db.query('delete from releases')
    await ctx.db.query('delete from outgoing_transactions')
    await send('blocked', 'mined')
    await ctx.db.query(`update outgoing_transactions set hash = '0xb' where key = 'blocked'`)
    expect(await endDistributions(db, read)).toEqual([])
    const { rows: unread } = await ctx.db.query('select distribute_key from split_totals')
    expect(unread).toEqual([{ distribute_key: 'blocked' }])
    expect(await endDistributions(db, { ...read, hashes: ['0xb' as Hash] })).toEqual([])
    expect(await countWhere('released_block is not null')).toBe(0)
    const { rows } = await ctx.db.query(
      'select distribute_key, distribute_failures, distribute_after > $1 as waits from split_totals',
      [testNow],
    )
    expect(rows).toEqual([{ distribute_key: null, distribute_failures: 1, waits: true }])
  })
})
