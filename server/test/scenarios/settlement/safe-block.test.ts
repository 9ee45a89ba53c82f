// @module-tag slow
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getReceipt } from '../../../src/features/receipts/read/get-receipt.js'
import { createWatcher, type Watcher } from '../../../src/features/settlement/round.js'
import { depositOf } from '../../../src/platform/chain/deposit-address.js'
import { findToken } from '../../../src/platform/chain/tokens.js'
import type { Context } from '../../../src/platform/context.js'
import { aWallet } from '../../fixtures/factories.js'
import { aSeller, type Seller } from '../../fixtures/seller.js'
import { hashOf, type ModelTransaction } from '../../history/chain.js'
import { createHistoryBench, type HistoryBench } from '../../history/histories.js'
import { createHistoryNodes } from '../../history/nodes.js'

const chainId = 84_532
const token = findToken(chainId, 'USDC')?.address ?? aWallet()
const signal = new AbortController().signal
const limitUsd = 100

let bench: HistoryBench
let seller: Seller
let nodes: ReturnType<typeof createHistoryNodes>
let watcher: Watcher
let ctx: Context
let counter = 0
beforeAll(async () => {
  bench = await createHistoryBench()
  seller = await aSeller(bench.app, {})
}, 60_000)
afterAll(() => bench.app.close())
beforeEach(async () => {
  ctx = { ...bench.ctx, config: { ...bench.ctx.config, safeAboveUsd: limitUsd } }
  await ctx.db.query('truncate chain_cursors, chain_blocks')
  nodes = createHistoryNodes({ depositAt: aWallet, recipientsOf: () => [] }, () => 0)
  watcher = createWatcher(ctx, nodes.chain)
  await watcher.runRound(signal)
})

/** Creates a receipt and pays it in the next block. */
async function pay(totalUsd: number): Promise<string> {
  counter += 1
  const id = `safe-${counter}`
  await seller.post('/api/receipts', {
    id,
    totalUsd,
    lineItems: [{ label: 'A', priceUsd: totalUsd }],
  })
  const receipt = await getReceipt(ctx, { merchant: seller.wallet, id })
  const { address: to } = depositOf({ chainId }, receipt)
  const units = BigInt(totalUsd) * 1_000_000n
  const transaction: ModelTransaction = {
    hash: hashOf(id),
    from: aWallet(),
    to: token,
    value: 0n,
    actions: [{ kind: 'transfer', token, to, units }],
  }
  nodes.append([transaction])
  await watcher.runRound(signal)
  return id
}

async function mine(blocks: number): Promise<void> {
  for (let remainingBlocks = blocks; remainingBlocks > 0; remainingBlocks -= 1) {
    nodes.append([])
    await watcher.runRound(signal)
  }
}

const statusOf = async (id: string) =>
  (await getReceipt(ctx, { merchant: seller.wallet, id })).status

async function salesOf(id: string): Promise<number> {
  const { rows } = await ctx.db.query(
    `select 1 from ledger_postings where receipt_id = $1 and kind = 'sale'`,
    [id],
  )
  return rows.length
}

/** Three confirmations, and six blocks until a block is safe; see the bench and its nodes. */
describe('a receipt above SAFE_ABOVE_USD', () => {
  test('default: is paid once its payment is in a safe block', async () => {
    const id = await pay(limitUsd + 1)
    await mine(5)
    expect(await statusOf(id)).toBe('recipient_validated')
    expect(await salesOf(id)).toBe(0)
    await mine(1)
    expect(await statusOf(id)).toBe('paid')
    expect(await salesOf(id)).toBe(1)
  })

  test('behavior: a reorg before the block is safe leaves no sale', async () => {
    const id = await pay(limitUsd + 1)
    await mine(4)
    expect(await statusOf(id)).toBe('recipient_validated')
    nodes.replace(5, [[], [], [], [], [], []])
    await mine(8)
    expect(await statusOf(id)).toBe('pending')
    expect(await salesOf(id)).toBe(0)
  })

  test('error: its payment is no credit before, even after a refund request', async () => {
    const id = await pay(limitUsd + 1)
    await mine(3)
    await seller.act('/api/receipts/status', { receiptId: id, status: 'refund_requested' })
    expect(await statusOf(id)).toBe('refund_requested')
    const plan = { receiptId: id, credit: true, usd: 1 }
    const refused = await seller.act('/api/receipts/refund/plan', plan)
    expect(refused.json()).toMatchObject({ error: 'invalid_usd' })
  })

  test('behavior: waits for the finalized block if the chain reports no safe one', async () => {
    const { findBlock } = nodes.chain
    nodes.chain.findBlock = (which) =>
      which === 'safe' ? Promise.reject(new Error('unknown block')) : findBlock(which)
    const id = await pay(limitUsd + 1)
    await mine(11)
    expect(await statusOf(id)).toBe('recipient_validated')
    await mine(1)
    expect(await statusOf(id)).toBe('paid')
  })

  test('behavior: keeps waiting when requests for the safe and the finalized block fail', async () => {
    const { findBlock } = nodes.chain
    let isFailing = false
    // The chain is stuck: neither block moves.
    nodes.chain.findBlock = async (which) => {
      if (which !== 'safe' && which !== 'finalized') return findBlock(which)
      if (isFailing) throw new Error('the node did not respond')
      return findBlock(0n)
    }
    const id = await pay(limitUsd + 1)
    for (let rounds = 70; rounds > 0; rounds -= 1) nodes.append([])
    await mine(1)
    expect(await statusOf(id)).toBe('recipient_validated')
    isFailing = true
    await mine(1)
    isFailing = false
    await mine(1)
    expect(await statusOf(id)).toBe('recipient_validated')
  })

  test('behavior: stays paid when the limit is lowered later', async () => {
    const id = await pay(limitUsd)
    await mine(2)
    expect(await statusOf(id)).toBe('paid')
    const lower = { ...ctx, config: { ...ctx.config, safeAboveUsd: 0 } }
    await ctx.db.query('update settlements set version = version + 1 where receipt_id = $1', [id])
    await createWatcher(lower, nodes.chain).runRound(signal)
    expect(await statusOf(id)).toBe('paid')
  })
})

describe('a receipt up to SAFE_ABOVE_USD', () => {
  test('default: is paid after the confirmations', async () => {
    const id = await pay(limitUsd)
    await mine(1)
    expect(await statusOf(id)).toBe('recipient_validated')
    await mine(1)
    expect(await statusOf(id)).toBe('paid')
  })
})
