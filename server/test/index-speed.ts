import { createIndexer } from '../src/features/payments/index/index-chain.js'
import { payoutRecords } from '../src/features/payouts/payout-records.js'
import { addReceipt } from '../src/features/receipts/create/add-receipt.js'
import type { Address } from '../src/lib/hex.js'
import { mapConcurrent } from '../src/lib/map-concurrent.js'
import { callAnvilBatch } from '../src/platform/chain/anvil/call-anvil.js'
import { paymentGateway } from '../src/platform/chain/contracts.js'
import { depositOf } from '../src/platform/chain/deposit-address.js'
import { topicOfAddress, topics } from '../src/platform/chain/logs/decode-logs.js'
import { aDeveloper } from './fixtures/factories.js'
import { aReceipt } from './fixtures/receipt.js'
import type { Paying } from './paying.js'

const payer = '0x14dc79964da2c08b23698b3d3cc7ca32193d9955'
const chunkSize = 200

export type Speed = { rawMs: number; indexMs: number; foundCount: number }

/**
 * Pays many receipts in few blocks, then measures indexing against the raw cost: requesting the
 * same logs and inserting plain rows. Both run alternately in the same process.
 */
export async function measureIndexing(
  paying: Paying,
  { payments, blocks, rounds }: { payments: number; blocks: number; rounds: number },
): Promise<Speed[]> {
  const { app, chain } = paying
  const { ctx } = app
  if (!ctx.chain) throw new Error('no chain is configured')
  await paying.watch()
  const start = await cursorOf(paying)
  const addresses = await makeReceipts(paying, payments)
  await payAll(paying, { addresses, blocks })
  await ctx.db.query(
    'create table bare_payments (tx_hash text, log_index int, block_number bigint, token text, payer text, recipient text, units numeric)',
  )

  const results: Speed[] = []
  for (let round = 0; round < rounds; round += 1) {
    await ctx.db.query('truncate bare_payments')
    await ctx.db.query('truncate payments, settlements')
    await ctx.db.query('delete from chain_blocks')
    await ctx.db.query('update chain_cursors set block_number = $1, block_hash = $2', start)
    const raw = await timed(() => indexBare(paying, { addresses, from: Number(start[0]) + 1 }))
    const indexer = createIndexer(ctx, ctx.chain, payoutRecords)
    let foundCount = 0
    const index = await timed(async () => {
      foundCount = (await indexer.index()).foundCount
    })
    results.push({ rawMs: raw, indexMs: index, foundCount })
  }
  await chain.call('evm_setAutomine', true)
  return results
}

async function cursorOf({ app }: Paying): Promise<[string, string]> {
  const { rows } = await app.ctx.db.query<{ block_number: string; block_hash: string }>(
    'select block_number, block_hash from chain_cursors',
  )
  const row = rows[0]
  if (!row) throw new Error('no cursor')
  return [row.block_number, row.block_hash]
}

async function makeReceipts({ app }: Paying, count: number): Promise<Address[]> {
  const { wallet: merchant } = await aDeveloper(app.ctx)
  const addresses: Address[] = []
  for (let index = 0; index < count; index += 1) {
    const receipt = aReceipt({ merchant, id: `r-${index}`, createdAt: app.ctx.now() })
    const deposit = depositOf(app.ctx.config, receipt)
    await addReceipt(app.ctx, { receipt, by: 'test', facts: null })
    addresses.push(deposit.address)
  }
  return addresses
}

/** Pays by minting, which emits a transfer and needs no balance. */
async function payAll(
  { chain, tokenOf }: Paying,
  { addresses, blocks }: { addresses: readonly Address[]; blocks: number },
): Promise<void> {
  const word = (text: string) => text.padStart(64, '0')
  await chain.call('evm_setAutomine', false)
  const perBlock = Math.ceil(addresses.length / blocks)
  for (let at = 0; at < addresses.length; at += perBlock) {
    const calls = addresses.slice(at, at + perBlock).map((to) => {
      const data = `0x40c10f19${word(to.slice(2))}${word((1_000_000).toString(16))}`
      return ['eth_sendTransaction', { from: payer, to: tokenOf('USDC'), data, gas: '0x15f90' }]
    })
    await callAnvilBatch(chain.url, calls as [string, ...unknown[]][])
    await chain.call('evm_mine')
  }
}

type RawLog = Record<
  'transactionHash' | 'logIndex' | 'blockNumber' | 'address' | 'data',
  string
> & {
  topics: string[]
}

async function indexBare(
  { app, chain, tokenOf }: Paying,
  { addresses, from }: { addresses: readonly Address[]; from: number },
): Promise<void> {
  const span = { fromBlock: `0x${from.toString(16)}`, toBlock: 'latest' }
  const tokens = (['USDC', 'USDT', 'EURC'] as const).map(tokenOf)
  const filters: object[] = [
    { ...span, address: [paymentGateway.address], topics: [[topics.received]] },
    { ...span, topics: [[topics.released]] },
  ]
  for (let at = 0; at < addresses.length; at += chunkSize) {
    const chunk = addresses.slice(at, at + chunkSize).map(topicOfAddress)
    filters.push({ ...span, address: tokens, topics: [[topics.transfer], null, chunk] })
  }
  const responses = await mapConcurrent(filters, 4, (filter) => chain.call('eth_getLogs', filter))
  const logs = responses.flat() as RawLog[]
  await app.ctx.db.query(
    `insert into bare_payments select * from unnest(
       $1::text[], $2::int[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::numeric[])`,
    [
      logs.map((log) => log.transactionHash),
      logs.map((log) => Number(log.logIndex)),
      logs.map((log) => Number(log.blockNumber)),
      logs.map((log) => log.address),
      logs.map((log) => log.topics[1]),
      logs.map((log) => log.topics[2]),
      logs.map((log) => BigInt(log.data)),
    ],
  )
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
