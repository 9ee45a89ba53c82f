import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aHash } from '../../../../test/fixtures/buyer.js'
import { aWallet } from '../../../../test/fixtures/factories.js'
import { planOf } from '../../../../test/fixtures/query-plan.js'
import { createTestContext, type TestContext, testNow } from '../../../../test/harness.js'
import type { Address, Hash } from '../../../lib/hex.js'
import { baseUnits } from '../../../lib/money.js'
import { dropFlushed, listFlushPayments, markFlushedEarlier } from './flush-payment-store.js'
import { type FoundPayment, upsertPayments } from './found-payment-store.js'
import { type Arrival, markArrived } from './payment-state-store.js'

const chainId = 84_532
const [merchant, depositAddress, payoutAddress, token, payer] = [
  aWallet(),
  aWallet(),
  aWallet(),
  aWallet(),
  aWallet(),
]

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
  await ctx.db.query(
    `insert into deposits (
       chain_id, address, merchant, receipt_id, receipt_key, payout_address, watched_until
     ) values ($1, $2, $3, 'r-1', '0x', $4, 0)`,
    [chainId, depositAddress, merchant, payoutAddress],
  )
})
afterAll(() => ctx.close())
beforeEach(() => ctx.db.query('truncate payments'))

const about = { merchant, receiptId: 'r-1', depositAddress, payoutAddress, token, paidAt: testNow }

const placeAt = (block: number) => ({
  blockNumber: BigInt(block),
  blockHash: aHash() as Hash,
  transactionHash: aHash() as Hash,
  logIndex: 0,
})

const aFlush = (block: number, units: bigint): Arrival => ({
  ...about,
  ...placeAt(block),
  units: baseUnits(units),
})

const aDeposit = (block: number, units: bigint): FoundPayment => ({
  ...about,
  ...placeAt(block),
  units: baseUnits(units),
  kind: 'deposit',
  payer: payer as Address,
  mismatch: null,
})

const save = (...payments: FoundPayment[]) =>
  upsertPayments(ctx.db, { chainId, payments, now: testNow })

/** Saves what a flush moved beyond the known deposits, as the indexer does. */
async function saveFlush(flush: Arrival): Promise<FoundPayment[]> {
  await markArrived(ctx.db, { chainId, arrivals: [flush] })
  const payments = await listFlushPayments(ctx.db, { chainId, arrivals: [flush] })
  await save(...payments)
  return payments
}

async function readPayments() {
  const { rows } = await ctx.db.query<{ kind: string; units: string; state: string }>(
    'select kind, units, state, usd_micros, payer from payments order by block_number, log_index',
  )
  return rows
}

describe('listFlushPayments', () => {
  test('default: returns what the deposits before the flush do not explain', async () => {
    await save(aDeposit(1, 3n), aDeposit(5, 100n))
    expect(await saveFlush(aFlush(4, 10n))).toMatchObject([
      { kind: 'flush', units: 7n, payer: null },
    ])
  })

  test('behavior: returns nothing when the deposits explain it', async () => {
    await save(aDeposit(1, 3n), aDeposit(2, 7n))
    expect(await saveFlush(aFlush(4, 10n))).toEqual([])
  })

  test('behavior: deposits of an earlier flush do not count', async () => {
    await save(aDeposit(1, 3n))
    await saveFlush(aFlush(2, 3n))
    expect(await saveFlush(aFlush(4, 10n))).toMatchObject([{ units: 10n }])
  })

  test('behavior: deposits that a later flush was thought to have moved count', async () => {
    await save(aDeposit(1, 3n))
    await saveFlush(aFlush(4, 3n))
    expect(await saveFlush(aFlush(2, 3n))).toEqual([])
  })

  test('behavior: reads only the deposits of each flush, by index', async () => {
    await ctx.db.query(
      `insert into payments (
         chain_id, tx_hash, log_index, merchant, receipt_id, kind, token, units, deposit_address,
         payout_address, block_number, block_hash, paid_at, state, arrived_block, arrived_log, created_at
       )
       select $1, 'tx-' || n, 3 * n, $2, 'r-1', 'deposit', $3, 1, $4, $2, 1 + n / 300, '0x', 0, 'seen',
         1 + n / 300, 3 * n + 2, 0 from generate_series(1, 1500) as n`,
      [chainId, merchant, token, depositAddress],
    )
    const arrivals = [aFlush(4, 1n)]
    const plan = await planOf(ctx.db, (db) => listFlushPayments(db, { chainId, arrivals }))
    expect(plan).toContain('payments_flushed')
    expect(plan).toContain('payments_deposited')
    expect(plan).not.toContain('Seq Scan')
  })
})

describe('dropFlushed', () => {
  const drop = (payments: FoundPayment[]) => dropFlushed(ctx.db, { chainId, payments })

  test('default: drops a deposit that the next flush contains, and names its payer', async () => {
    await saveFlush(aFlush(4, 10n))
    const latePayment = aDeposit(1, 10n)
    expect(await drop([latePayment])).toEqual({ payments: [], named: [latePayment] })
    expect(await readPayments()).toMatchObject([{ kind: 'flush', payer }])
    expect(await drop([latePayment])).toEqual({ payments: [], named: [] })
  })

  test('behavior: a part of the flush does not name its payer', async () => {
    await saveFlush(aFlush(4, 10n))
    expect(await drop([aDeposit(1, 9n)])).toEqual({ payments: [], named: [] })
    expect(await readPayments()).toMatchObject([{ payer: null }])
  })

  test('behavior: keeps deposits after the flush, and those of an earlier flush', async () => {
    const knownPayment = aDeposit(1, 3n)
    await save(knownPayment)
    await saveFlush(aFlush(2, 3n))
    await saveFlush(aFlush(4, 10n))
    const keptPayments = [knownPayment, aDeposit(1, 5n), aDeposit(5, 10n)]
    expect(await drop([...keptPayments, aDeposit(3, 10n)])).toMatchObject({
      payments: keptPayments,
    })
  })
})

describe('upsertPayments of a flush', () => {
  /** A flush payment of 10 units, removed by a reorg, of which a deposit explains 4 now. */
  async function aRemovedFlush(posted: number): Promise<Arrival> {
    const flush = aFlush(4, 10n)
    await saveFlush(flush)
    await ctx.db.query(
      `update payments set state = 'orphaned', usd_micros = 10, ledger_revision = $1, payer = $2`,
      [posted, payer],
    )
    await save(aDeposit(1, 4n))
    return flush
  }

  test('behavior: comes back with the new difference, to be classified again', async () => {
    await saveFlush(await aRemovedFlush(2))
    expect(await readPayments()).toMatchObject([
      { kind: 'deposit', units: '4' },
      { kind: 'flush', units: '6', state: 'seen', usd_micros: null, payer: null },
    ])
  })

  test('behavior: stays away while the ledger contains the earlier amount', async () => {
    const flush = await aRemovedFlush(1)
    await saveFlush(flush)
    const [, before] = await readPayments()
    expect(before).toMatchObject({ units: '10', state: 'orphaned' })
    await ctx.db.query(`update payments set ledger_revision = 2 where kind = 'flush'`)
    await saveFlush(flush)
    const [, after] = await readPayments()
    expect(after).toMatchObject({ units: '6', state: 'seen' })
  })

  test('behavior: stays away when deposits explain all of it', async () => {
    const flush = await aRemovedFlush(2)
    await save(aDeposit(2, 6n))
    await saveFlush(flush)
    expect((await readPayments()).at(-1)).toMatchObject({ kind: 'flush', state: 'orphaned' })
  })
})

describe('markFlushedEarlier', () => {
  test('behavior: finds the next flush of each deposit by index', async () => {
    const addresses = [depositAddress]
    const plan = await planOf(ctx.db, (db) => markFlushedEarlier(db, { chainId, addresses }))
    expect(plan).toContain('payments_flushed')
    expect(plan).not.toContain('Seq Scan')
  })
})
