import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/harness.js'
import { startTestChain, type TestChain } from '../../../test/test-chain.js'
import { createMemory } from '../memory.js'
import { findGenesis } from './find-genesis.js'

let node: TestChain
let ctx: TestContext
beforeAll(async () => {
  node = await startTestChain()
  ctx = await createTestContext({ environment: node.environment })
}, 60_000)
afterAll(async () => {
  await ctx.close()
  await node.close()
})

describe('findGenesis', () => {
  test('default: returns the first block of the chain, and reads it once', async () => {
    const block = (await node.call('eth_getBlockByNumber', '0x0', false)) as { hash: string }
    expect(await findGenesis(ctx)).toBe(block.hash)
    expect(await findGenesis({ ...ctx, chain: { ...ctx.chain } as never })).toBe(block.hash)
  })

  test('behavior: tells a live chain from others with the same id too', async () => {
    const live = { ...ctx, sandbox: null, memory: createMemory() }
    expect(await findGenesis(live)).toMatch(/^0x[\da-f]{64}$/)
  })

  test('behavior: returns null without a chain and while it does not respond', async () => {
    expect(await findGenesis({ ...ctx, chain: null })).toBeNull()
    const findBlock = () => Promise.reject(new Error('away'))
    const chain = { ...ctx.chain, findBlock } as never
    expect(await findGenesis({ ...ctx, chain, memory: createMemory() })).toBeNull()
  })

  test('behavior: does not wait for a node that hangs, and reads it once', {
    tags: 'slow',
  }, async () => {
    let reads = 0
    const findBlock = () => {
      reads += 1
      return new Promise<null>(() => undefined)
    }
    const hanging = { ...ctx, chain: { ...ctx.chain, findBlock } as never, memory: createMemory() }
    const startedAt = performance.now()
    expect(await Promise.all([findGenesis(hanging), findGenesis(hanging)])).toEqual([null, null])
    expect(performance.now() - startedAt).toBeLessThan(3_000)
    expect(reads).toBe(1)
  })
})
