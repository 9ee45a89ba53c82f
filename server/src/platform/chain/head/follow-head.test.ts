import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createRecordingLog,
  createTestContext,
  type TestContext,
} from '../../../../test/harness.js'
import { startTestChain, type TestChain } from '../../../../test/test-chain.js'
import { type Hash, parseHash } from '../../../lib/hex.js'
import type { Chain } from '../chain.js'
import { createViemChain } from '../viem-chain.js'
import { followHead } from './follow-head.js'
import { findHead } from './head-store.js'

const chainId = 84_532

let node: TestChain
let chain: Chain
let ctx: TestContext
let record: ReturnType<typeof createRecordingLog>
beforeAll(async () => {
  node = await startTestChain()
  chain = createViemChain({ chainRpcUrl: [node.url], chainId }) as Chain
  ctx = await createTestContext()
}, 60_000)
afterAll(async () => {
  await node.close()
  await ctx.close()
})
beforeEach(async () => {
  record = createRecordingLog()
  await ctx.db.query('delete from chain_heads')
  await node.call('anvil_mine', '0x5')
})

const follow = (on = chain) => followHead({ ...ctx, log: record.log }, on)
const mineBlocks = (blocks: number) => node.call('anvil_mine', `0x${blocks.toString(16)}`)

async function latestNumber(): Promise<number> {
  return Number((await chain.findBlock('latest'))?.number)
}

describe('followHead', { timeout: 30_000 }, () => {
  test('default: returns first, then on', async () => {
    expect(await follow()).toEqual({ kind: 'first' })
    expect(await follow()).toEqual({ kind: 'on', blocks: 0 })
    await mineBlocks(3)
    expect(await follow()).toEqual({ kind: 'on', blocks: 3 })

    const [first, latest] = [await chain.findBlock(1n), await chain.findBlock('latest')]
    expect(await findHead(ctx.db, chainId)).toEqual({
      chainId,
      firstHash: first?.hash,
      number: latest?.number,
      hash: latest?.hash,
    })
    expect(record.lines).toEqual([])
  })

  test('behavior: detects a reorg at the same height', async () => {
    await follow()
    const from = await latestNumber()
    // Not empty, because an empty block of the same second would be identical.
    const self = '0x14dc79964da2c08b23698b3d3cc7ca32193d9955'
    await node.call('anvil_reorg', 2, [[{ from: self, to: self }, 0]])
    expect(await follow()).toEqual({ kind: 'rewound', from, to: from })
    expect(record.lines).toMatchObject([{ level: 'warn', from, to: from }])
    expect(await follow()).toEqual({ kind: 'on', blocks: 0 })
  })

  test('behavior: ignores a reorg above the last seen block', async () => {
    await follow()
    await mineBlocks(3)
    await node.call('anvil_reorg', 2, [])
    expect(await follow()).toEqual({ kind: 'on', blocks: 3 })
  })

  test('behavior: detects a restored chain, at once and after it has grown', async () => {
    const snapshot = await node.call('evm_snapshot')
    const to = await latestNumber()
    await mineBlocks(4)
    await follow()
    await node.call('evm_revert', snapshot)
    expect(await follow()).toEqual({ kind: 'rewound', from: to + 4, to })

    const again = await node.call('evm_snapshot')
    await mineBlocks(2)
    await follow()
    await node.call('evm_revert', again)
    // Another time gives other blocks.
    await node.call('evm_increaseTime', 1_000)
    await mineBlocks(7)
    expect(await follow()).toEqual({ kind: 'rewound', from: to + 2, to: to + 7 })
  })

  test('behavior: detects another first block as replaced', async () => {
    await follow()
    const from = await latestNumber()
    const firstHash = parseHash(`0x${'9'.repeat(64)}`) as Hash
    await ctx.db.query('update chain_heads set first_hash = $1', [firstHash])
    expect(await follow()).toEqual({ kind: 'replaced' })
    expect(record.lines).toMatchObject([{ level: 'warn', from }])
    expect(await follow()).toEqual({ kind: 'on', blocks: 0 })
  })

  test('behavior: keeps reporting a replaced chain in live mode', async () => {
    await follow()
    const firstHash = parseHash(`0x${'9'.repeat(64)}`) as Hash
    await ctx.db.query('update chain_heads set first_hash = $1', [firstHash])
    const before = await findHead(ctx.db, chainId)
    const live = { ...ctx, config: { ...ctx.config, mode: 'live' as const }, log: record.log }
    expect(await followHead(live, chain)).toEqual({ kind: 'replaced' })
    expect(await followHead(live, chain)).toEqual({ kind: 'replaced' })
    expect(await findHead(ctx.db, chainId)).toEqual(before)
    expect(ctx.alerts.list()).toMatchObject([{ name: 'chain_wrong' }])

    await ctx.db.query('delete from chain_heads')
    await followHead(live, chain)
    await mineBlocks(1)
    await followHead(live, chain)
    expect(ctx.alerts.list()).toEqual([])
  })

  test('behavior: keeps a head per chain', async () => {
    await follow()
    const config = { ...ctx.config, chainId: 1 }
    expect(await followHead({ ...ctx, config }, chain)).toEqual({ kind: 'first' })
    expect(await follow()).toEqual({ kind: 'on', blocks: 0 })
  })

  test('error: keeps the head when the chain does not respond', async () => {
    await follow()
    const before = await findHead(ctx.db, chainId)
    const elsewhere = createViemChain({ chainRpcUrl: [node.url], chainId: 1 }) as Chain
    await expect(follow(elsewhere)).rejects.toThrow('is chain 84532, not 1')
    expect(await findHead(ctx.db, chainId)).toEqual(before)
  })
})
