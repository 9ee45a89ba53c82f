import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aSeller, type Seller } from '../../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import type { Address, Hash } from '../../../lib/hex.js'
import { unixMs } from '../../../lib/time.js'
import type { Block, Chain, Log, LogFilter } from '../../../platform/chain/chain.js'
import { depositOf } from '../../../platform/chain/deposit-address.js'
import { markLate } from '../../../platform/chain/deposits/deposit-store.js'
import { insertCursor } from '../../../platform/chain/head/cursor-store.js'
import { topicOfAddress, topics } from '../../../platform/chain/logs/decode-logs.js'
import { findToken } from '../../../platform/chain/tokens.js'
import { payoutRecords } from '../../payouts/payout-records.js'
import { getReceipt } from '../../receipts/read/get-receipt.js'
import { createIndexer } from './index-chain.js'

const chainId = 84_532
const usdc = findToken(chainId, 'USDC')?.address as Address
const head = 300_000n

let app: TestApp
let seller: Seller
beforeAll(async () => {
  app = await createTestApp()
  seller = await aSeller(app)
  const cursor = {
    ...blockAt(head),
    finalizedNumber: head,
    safeNumber: head,
    reportsFinality: true,
  }
  await insertCursor(app.ctx.db, { chainId, cursor })
}, 60_000)
afterAll(() => app.close())

const hashAt = (number: bigint) => `0x${number.toString(16).padStart(64, '0')}` as Hash

/** A block every two seconds, the last one now. */
function blockAt(number: bigint): Block {
  const now = BigInt(Math.floor(app.ctx.now() / 1_000))
  const timestampSeconds = now - 2n * (head - number)
  return { number, hash: hashAt(number), parentHash: hashAt(number - 1n), timestampSeconds }
}

/** Creates a chain with these logs, which records the ranges that are searched for transfers. */
function aChain(logs: readonly Log[]) {
  const ranges: { from: bigint; to: bigint }[] = []
  const chain = {
    findBlock: async (which) => blockAt(typeof which === 'bigint' ? which : head),
    async listLogs({ fromBlock, toBlock, addresses, topics: topicFilter }: LogFilter) {
      if (addresses.includes(usdc)) ranges.push({ from: fromBlock, to: toBlock })
      return logs.filter(
        (log) =>
          log.blockNumber >= fromBlock &&
          log.blockNumber <= toBlock &&
          addresses.includes(log.address) &&
          topicFilter.every(
            (topics, place) => topics === null || topics.includes(log.topics[place] ?? '0x'),
          ),
      )
    },
  } satisfies Partial<Chain>
  return { chain: chain as unknown as Chain, ranges }
}

/** Creates a receipt that became known late, with one payment. */
async function aLateReceipt(id: string, { created, paid }: { created: bigint; paid: bigint }) {
  const { ctx } = app
  await seller.post('/api/receipts', { id, totalUsd: 3, lineItems: [{ label: 'A', priceUsd: 3 }] })
  const receipt = await getReceipt(ctx, { merchant: seller.wallet, id })
  const deposit = depositOf({ chainId }, receipt)
  const createdAt = unixMs(Number(blockAt(created).timestampSeconds) * 1_000)
  await markLate(ctx.db, { deposits: [{ ...deposit, createdAt }], now: ctx.now() })
  const log: Log = {
    address: usdc,
    topics: [topics.transfer, topicOfAddress(seller.wallet), topicOfAddress(deposit.address)],
    data: `0x${3_000_000n.toString(16).padStart(64, '0')}`,
    blockNumber: paid,
    blockHash: hashAt(paid),
    transactionHash: hashAt(paid + 10_000_000n),
    logIndex: 0,
  }
  return log
}

async function paymentsOf(id: string) {
  const { rows } = await app.ctx.db.query<{ block_number: string; state: string }>(
    'select block_number, state from payments where receipt_id = $1',
    [id],
  )
  return rows
}

async function listLateBlocks(): Promise<string[]> {
  const { rows } = await app.ctx.db.query<{ late_block: string }>(
    'select late_block from deposits where late_since is not null order by late_block',
  )
  return rows.map(({ late_block }) => late_block)
}

describe('searchLate', { timeout: 60_000 }, () => {
  test('default: finds a payment from before a day ago, in steps that survive a restart', async () => {
    const log = await aLateReceipt('old', { created: 200_000n, paid: 205_500n })
    const { chain, ranges } = aChain([log])
    const first = createIndexer(app.ctx, chain, payoutRecords)
    expect(await first.searchLate()).toEqual({ foundCount: 0, hasMore: true })
    expect(await first.searchLate()).toEqual({ foundCount: 0, hasMore: true })
    const [block] = await listLateBlocks()
    // The search begins a minute before the receipt.
    expect(block).toBe(String(200_000 - 30 + 4_000))

    const second = createIndexer(app.ctx, chain, payoutRecords)
    expect(await second.searchLate()).toEqual({ foundCount: 1, hasMore: true })
    expect(await paymentsOf('old')).toEqual([{ block_number: '205500', state: 'confirmed' }])
    let steps = 3
    for (let hasMore = true; hasMore; steps += 1) ({ hasMore } = await second.searchLate())
    expect(steps).toBe(51)
    expect(await listLateBlocks()).toEqual([])
    expect(await second.searchLate()).toEqual({ foundCount: 0, hasMore: false })

    const widths = ranges.map(({ from, to }) => Number(to - from) + 1)
    expect(Math.max(...widths)).toBeLessThanOrEqual(520)
    expect(widths.reduce((sum, width) => sum + width, 0)).toBe(100_031)
  })

  test('behavior: an older address is searched first, and the others continue', async () => {
    const young = await aLateReceipt('young', { created: 296_000n, paid: 299_999n })
    const { chain } = aChain([young])
    const indexer = createIndexer(app.ctx, chain, payoutRecords)
    await indexer.searchLate()
    const older = await aLateReceipt('older', { created: 290_000n, paid: 290_001n })
    const bothIndexer = createIndexer(app.ctx, aChain([young, older]).chain, payoutRecords)
    expect(await bothIndexer.searchLate()).toEqual({ foundCount: 1, hasMore: true })
    for (let hasMore = true; hasMore; ) ({ hasMore } = await bothIndexer.searchLate())
    expect(await paymentsOf('young')).toHaveLength(1)
    expect(await paymentsOf('older')).toHaveLength(1)
    expect(await listLateBlocks()).toEqual([])
  })

  test('error: a step that the node does not answer is read again', async () => {
    const log = await aLateReceipt('again', { created: 299_000n, paid: 299_500n })
    const { chain } = aChain([log])
    let isAway = false
    const silent: Chain = {
      ...chain,
      async listLogs() {
        isAway = true
        throw new Error('the node is away')
      },
      async findBlock(which) {
        if (isAway) throw new Error('the node is away')
        return chain.findBlock(which)
      },
    }
    await expect(createIndexer(app.ctx, silent, payoutRecords).searchLate()).rejects.toThrow('away')
    expect(await createIndexer(app.ctx, chain, payoutRecords).searchLate()).toEqual({
      foundCount: 1,
      hasMore: false,
    })
  })
})
