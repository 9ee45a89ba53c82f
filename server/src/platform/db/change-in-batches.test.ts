import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aHash } from '../../../test/fixtures/buyer.js'
import { aWallet } from '../../../test/fixtures/factories.js'
import { createTestContext, type TestContext, testNow } from '../../../test/harness.js'
import { markFlushedEarlier } from '../../features/payments/index/flush-payment-store.js'
import { markPaidToWallets } from '../../features/payments/index/paid-out-store.js'
import {
  confirmPayments,
  markArrived,
  orphanPayments,
} from '../../features/payments/index/payment-state-store.js'
import type { Hash } from '../../lib/hex.js'
import { baseUnits } from '../../lib/money.js'
import { batchSize } from './change-in-batches.js'
import type { Queryable } from './db.js'

const chainId = 84_532
const [merchant, depositAddress, payoutAddress, token] = [
  aWallet(),
  aWallet(),
  aWallet(),
  aWallet(),
]
const dust = batchSize + 1
/** The largest number of rows that a statement changed. */
let maxChangedRows = 0

let ctx: TestContext
let db: Queryable
beforeAll(async () => {
  ctx = await createTestContext()
  db = {
    ...ctx.db,
    async query(sql, values) {
      const result = await ctx.db.query(sql, values)
      if (!sql.trimStart().startsWith('select'))
        maxChangedRows = Math.max(maxChangedRows, result.rowCount)
      return result
    },
  } as Queryable
})
afterAll(() => ctx.close())

/** Third parties send dust to one deposit address, more of it than one statement may change. */
beforeEach(async () => {
  maxChangedRows = 0
  await ctx.db.query('truncate payments')
  await ctx.db.query(
    `insert into payments (
       chain_id, tx_hash, log_index, merchant, receipt_id, kind, token, units, payer, deposit_address,
       payout_address, block_number, block_hash, paid_at, state, created_at
     )
     select $1, '0x1', n, $2, 'r-1', 'deposit', $3, 1, null, $4, $5, 7, '0x7', 0, 'seen', 0
     from generate_series(1, $6::int) as n`,
    [chainId, merchant, token, depositAddress, payoutAddress, dust],
  )
})

const countWhere = async (condition: string) =>
  Number(
    (await ctx.db.query<{ count: string }>(`select count(*) from payments where ${condition}`))
      .rows[0]?.count,
  )

const aFlush = () => ({
  merchant,
  receiptId: 'r-1',
  depositAddress,
  payoutAddress,
  token,
  paidAt: testNow,
  blockNumber: 8n,
  blockHash: aHash() as Hash,
  transactionHash: aHash() as Hash,
  logIndex: 3,
  units: baseUnits(BigInt(dust)),
})

describe('many payments to one deposit address', () => {
  test('behavior: arrive, are paid out, confirmed and orphaned in several statements', async () => {
    expect(await markArrived(db, { chainId, arrivals: [aFlush()] })).toHaveLength(dust)
    expect(await countWhere('arrived_block = 8 and arrived_log = 3')).toBe(dust)
    await markPaidToWallets(db, { chainId, refs: [{ merchant, receiptId: 'r-1' }] })
    expect(await countWhere('released_block = 8')).toBe(dust)
    expect(await confirmPayments(db, { chainId, confirmedThrough: 7n })).toHaveLength(dust)
    expect(await countWhere("state = 'confirmed'")).toBe(dust)
    expect(await orphanPayments(db, { chainId, after: 6n })).toHaveLength(dust)
    expect(await countWhere("state = 'orphaned' and arrived_block is null")).toBe(dust)
    expect(maxChangedRows).toBe(batchSize)
  })

  test('behavior: that became known after their flush arrive in several statements', async () => {
    await ctx.db.query(
      'update payments set arrived_block = 8, arrived_log = 3, block_number = 6 where log_index = 1',
    )
    await markFlushedEarlier(db, { chainId, addresses: [depositAddress] })
    expect(await countWhere('arrived_block = 8')).toBe(dust)
    expect(maxChangedRows).toBeLessThanOrEqual(batchSize)
  })
})
