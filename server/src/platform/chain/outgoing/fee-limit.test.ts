import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createOutgoingBench, type OutgoingBench } from '../../../../test/kill/outgoing-bench.js'
import { startTestChain, type TestChain } from '../../../../test/test-chain.js'
import type { Chain } from '../chain.js'

// The chain runs in another process, on some machines emulated.
vi.setConfig({ testTimeout: 30_000 })

const gwei = 10n ** 9n
const limit = 5n * gwei

let chain: TestChain
let bench: OutgoingBench
beforeAll(async () => {
  chain = await startTestChain()
})
afterAll(() => chain.close())
beforeEach(async () => {
  bench = await createOutgoingBench(chain, { MAX_FEE_GWEI: '5' })
})
afterEach(async () => {
  await chain.call('evm_setAutomine', true)
  await setBaseFee(gwei)
  await bench.close()
})

/** Mines a block with this base fee. */
async function setBaseFee(wei: bigint): Promise<void> {
  await chain.call('anvil_setNextBlockBaseFeePerGas', `0x${wei.toString(16)}`)
  await chain.call('anvil_mine', '0x1')
}

describe('the fee limit', () => {
  test('error: signs nothing while the chain demands more, and alerts once', async () => {
    await setBaseFee(1_000_000n * gwei)
    const row = await bench.plan()
    for (let round = 0; round < 3; round += 1) await bench.round()
    expect(await bench.find(row)).toMatchObject({ state: 'planned', nonce: null })
    expect(bench.lines.filter(({ alert }) => alert === 'fees_above_limit')).toMatchObject([
      { key: bench.signer },
    ])

    await setBaseFee(gwei)
    await bench.until(bench.sender(), 'final', [row])
    expect(bench.ctx.alerts.list()).toEqual([])
  })

  test('behavior: never offers more than the limit', async () => {
    await setBaseFee(4n * gwei)
    const row = await bench.plan()
    await bench.until(bench.sender(), 'final', [row])
    expect(await bench.attempts(row)).toMatchObject([{ maxFeePerGas: limit }])
  })

  test('behavior: a stuck transaction follows the market up to the limit, however long it takes', {
    tags: 'slow',
  }, async () => {
    await setBaseFee(gwei / 100n)
    await chain.call('evm_setAutomine', false)
    const row = await bench.plan()
    const queued = await bench.plan()
    const rules = { bumpAfterMs: 0, maxBumps: 0 }
    await bench.round(rules)
    let offered = 0n
    for (let wei = gwei / 50n; wei < 2n * limit; wei *= 2n) {
      await setNextBaseFee(wei)
      await bench.round(rules)
      await bench.round(rules)
      const fee = (await bench.attempts(row)).at(-1)?.maxFeePerGas ?? 0n
      expect(fee).toBeGreaterThanOrEqual(offered)
      expect(fee).toBeLessThanOrEqual(limit)
      offered = fee
    }
    expect((await bench.attempts(row)).length).toBeGreaterThan(5)
    expect(offered).toBeGreaterThan(3n * gwei)

    await setBaseFee(gwei / 100n)
    await chain.call('evm_setAutomine', true)
    await bench.until(bench.sender(), 'final', [row, queued])
  })

  test('behavior: a stuck transaction follows a higher tip', async () => {
    await chain.call('evm_setAutomine', false)
    const row = await bench.plan()
    const rules = { bumpAfterMs: 0, maxBumps: 0 }
    await bench.round(rules)
    const [first] = await bench.attempts(row)
    const real = bench.ctx.chain as Chain
    const maxFeePerGas = first?.maxFeePerGas ?? 0n
    const tipped = {
      ...real,
      suggestFees: async () => ({
        baseFeePerGas: gwei,
        maxFeePerGas,
        maxPriorityFeePerGas: maxFeePerGas,
      }),
    }
    await bench.round(rules, { ...bench.ctx, chain: tipped })
    expect((await bench.attempts(row)).at(-1)?.maxPriorityFeePerGas).toBe(maxFeePerGas)
  })

  /** Makes blocks pricier without including the signer's transactions. */
  async function setNextBaseFee(wei: bigint): Promise<void> {
    const pooled = (
      await bench.ctx.db.query<{ hash: string }>('select hash from outgoing_attempts')
    ).rows
    for (const { hash } of pooled) await chain.call('anvil_dropTransaction', hash)
    await setBaseFee(wei)
  }
})
