import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Agent,
  type Market,
  requiredOf,
  startMarket,
} from '../../../../test/fixtures/agent.js'
import type { Hex } from '../../../platform/chain/chain.js'

/**
 * A wallet (EIP-1271) that accepts every signature in even blocks, and otherwise loops until its
 * gas is used up.
 */
const honestInEvenBlocks: Hex = '0x4360011615600c575b6008565b631626ba7e60e01b60005260206000f3'

let market: Market
beforeAll(async () => {
  // A payer may cause 500,000 reverted gas per day.
  market = await startMarket({ RELAYER_DAILY_GAS: '1000000000' })
  // So that no other transaction mines a block between verification and settlement.
  await market.settle()
  market.startLoops()
}, 60_000)
afterAll(() => market.close())

async function buy(agent: Agent) {
  const required = requiredOf(await market.post(market.order()))
  return market.post(market.order(), await agent.pay(required))
}

/** Returns how long a paid request takes, in milliseconds. */
async function timePurchase(agent: Agent): Promise<number> {
  const headers = await agent.pay(requiredOf(await market.post(market.order())))
  const startedAt = performance.now()
  const response = await market.post(market.order(), headers)
  expect(response.statusCode, response.body).toBe(200)
  return performance.now() - startedAt
}

/** Returns whether every paid receipt is distributed, so that no transaction mines a block. */
async function isQuiet(): Promise<boolean> {
  const { rows } = await market.app.ctx.db.query(
    `select id from receipts where merchant = $1 and status = 'paid'
     union all
     select id from outgoing_transactions where merchant = $1 and state in ('planned', 'signed', 'sent')`,
    [market.shop.wallet],
  )
  return rows.length === 0
}

async function revertedGas(): Promise<bigint> {
  const { rows } = await market.app.ctx.db.query<{ gas: string }>(
    `select coalesce(sum(gas_used), 0) as gas from outgoing_transactions where state = 'reverted'`,
  )
  return BigInt(rows[0]?.gas ?? 0)
}

async function revertedPurposes(): Promise<string[]> {
  const { rows } = await market.app.ctx.db.query<{ purpose: string }>(
    `select distinct purpose from outgoing_transactions where state = 'reverted'`,
  )
  return rows.map(({ purpose }) => purpose)
}

async function mineUntilEven(): Promise<void> {
  const head = BigInt((await market.chain.call('eth_blockNumber')) as Hex)
  if (head % 2n === 1n) await market.mine()
}

describe('hostile payers', () => {
  test('error: a wallet that passes verification and reverts costs its budget, and delays no other payer', {
    tags: 'slow',
    timeout: 60_000,
  }, async () => {
    const hostile = await market.anAgent()
    const honest = await market.anAgent()
    const usualMs = await timePurchase(honest)
    await expect.poll(isQuiet, { timeout: 20_000 }).toBe(true)
    await market.chain.call('anvil_setCode', hostile.payer.address, honestInEvenBlocks)
    // The wallet sees the newest block in a simulation, and the next one in a transaction.
    await mineUntilEven()
    const first = await buy(hostile)
    expect([first.statusCode, first.json().error]).toEqual([
      402,
      'invalid_exact_evm_transaction_failed',
    ])
    const spent = await revertedGas()
    expect(await revertedPurposes()).toEqual(['x402.settle_contract'])
    expect(spent).toBeGreaterThan(300_000n)
    expect(spent).toBeLessThanOrEqual(430_000n)

    // On a busy machine every purchase takes longer.
    expect(await timePurchase(honest)).toBeLessThan(Math.max(2_000, 3 * usualMs))

    for (let attempt = 0; attempt < 3; attempt += 1) {
      await mineUntilEven()
      const response = await buy(hostile)
      expect(response.statusCode).toBe(429)
      expect(response.json()).toMatchObject({ limit: 'gas', resetAt: expect.any(Number) })
    }
    expect(await revertedGas()).toBe(spent)
  })
})
