import { decodeFunctionData, encodeFunctionResult, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWallet } from '../../../../../test/fixtures/factories.js'
import { aReceipt } from '../../../../../test/fixtures/receipt.js'
import { startRpcNode } from '../../../../../test/fixtures/servers/rpc-node.js'
import { createTestContext, type TestContext } from '../../../../../test/harness.js'
import type { Hash } from '../../../../lib/hex.js'
import type { Chain } from '../../../../platform/chain/chain.js'
import { depositOf } from '../../../../platform/chain/deposit-address.js'
import { watchDeposit } from '../../../../platform/chain/deposits/deposit-store.js'
import { testMulticallAbi } from '../../../../platform/chain/generated/test-contracts.js'
import { insertCursor } from '../../../../platform/chain/head/cursor-store.js'
import { createViemChain } from '../../../../platform/chain/viem-chain.js'
import { createNativeWatch } from './native-watch.js'

const chainId = 84_532
const abi = testMulticallAbi

let ctx: TestContext
let node: Awaited<ReturnType<typeof startRpcNode>>
beforeAll(async () => {
  ctx = await createTestContext()
  node = await startRpcNode({ respond: (_, params) => ({ result: balancesOf(params) }) })
})
afterAll(async () => {
  await ctx.close()
  await node.close()
})

/** Responds as Multicall3 would if every address had as many wei as its position in the call. */
function balancesOf([call]: unknown[]): Hex {
  const { args } = decodeFunctionData({ abi, data: (call as { data: Hex }).data })
  const results = (args[0] as unknown[]).map((_, index) => ({
    success: true,
    returnData: `0x${index.toString(16).padStart(64, '0')}` as Hex,
  }))
  return encodeFunctionResult({ abi, functionName: 'aggregate3', result: results })
}

async function watchDeposits(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const receipt = aReceipt({ payoutAddress: aWallet() })
    await watchDeposit(ctx, { receipt, deposit: depositOf({ chainId }, receipt) })
  }
  await ctx.db.query('update deposits set native_until = $1', [ctx.now() + 1_000])
}

describe('createNativeWatch', () => {
  test('behavior: reads the balances of 200 deposits with two calls', async () => {
    await watchDeposits(200)
    const hash = `0x${'1'.repeat(64)}` as Hash
    const cursor = { number: 1n, hash, finalizedNumber: 0n, safeNumber: 0n, reportsFinality: false }
    await insertCursor(ctx.db, { chainId, cursor })
    const chain = createViemChain({ chainRpcUrl: [node.url], chainId }) as Chain

    const changed = await createNativeWatch(ctx, chain).check()

    expect(changed).toBe(198)
    expect(node.methods.filter((method) => method !== 'eth_chainId')).toEqual([
      'eth_call',
      'eth_call',
    ])
  })

  test('behavior: keeps the time of native tokens until all blocks up to the lower balance are indexed', async () => {
    const id = chainId
    let units = 10n
    const chain = {
      getBalances: async (all: unknown[]) => all.map(() => units),
      findBlock: async () => ({ number: 3n }),
    } as unknown as Chain
    await ctx.db.query('truncate deposits')
    await watchDeposits(2)
    const watch = createNativeWatch(ctx, chain)
    const checkAt = async (block: bigint) => {
      await ctx.db.query('update chain_cursors set block_number = $1 where chain_id = $2', [
        block,
        id,
      ])
      await watch.check()
      const { rows } = await ctx.db.query('select distinct native_units from deposits')
      return rows
    }
    expect(await checkAt(1n)).toEqual([{ native_units: '10' }])
    units = 1n
    for (const block of [2n, 3n]) expect(await checkAt(block)).toEqual([{ native_units: '10' }])
    expect(await checkAt(4n)).toEqual([{ native_units: '1' }])
  })

  test('error: a response with too few balances changes nothing', async () => {
    const balances = async () =>
      (await ctx.db.query('select address, native_units from deposits order by address')).rows
    const before = await balances()
    const short = { getBalances: async () => [1n] } as unknown as Chain
    await expect(createNativeWatch(ctx, short).check()).rejects.toThrow('too few balances')
    expect(await balances()).toEqual(before)
  })
})
