import { encodeFunctionData, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Agent,
  addressOf,
  type Market,
  requiredOf,
  startMarket,
} from '../../../../test/fixtures/agent.js'
import { getTrialBalance } from '../../ledger/get-trial-balance.js'
import { confirmPlans } from './confirm-plans.js'

const tokenAbi = parseAbi(['function transfer(address to, uint256 units)'])
const signal = new AbortController().signal

// The sender and the watcher run only when a test says so.
let market: Market
beforeAll(async () => {
  market = await startMarket()
  await market.settle()
}, 60_000)
afterAll(() => market.close())

const post = (headers: Record<string, string> = {}) =>
  market.app.inject({
    method: 'POST',
    url: '/api/x402/subscribe',
    headers,
    payload: { planKey: 'pro' },
  })

/** Buys a plan, and runs the sender meanwhile. Returns its key. */
async function buy(agent: Agent): Promise<string> {
  const response = post(await agent.pay(requiredOf(await post())))
  let isDone = false
  void response.then(() => {
    isDone = true
  })
  while (!isDone) await market.sender.runRound()
  const { apiKey } = (await response).json()
  expect(apiKey).toMatch(/^tly_/)
  return apiKey
}

const planOf = async (apiKey: string) => {
  const headers = { 'x-api-key': apiKey }
  const balance = await market.app.inject({ url: '/api/billing/balance', headers })
  const { plan, grantedSeconds } = balance.json()
  return [plan.key, grantedSeconds]
}

/** Makes the blocks so far final, and looks at the payments of plans. */
async function confirm() {
  await market.mine(70)
  // After a reorganization, the first round only goes back to the fork.
  for (let round = 0; round < 3; round += 1) await market.watch()
  await market.advance(61_000)
  return confirmPlans.run(market.app.ctx, signal)
}

describe('confirmPlans', { timeout: 60_000 }, () => {
  test('default: leaves a plan whose payment is final', async () => {
    const apiKey = await buy(await market.anAgent())
    expect(await confirm()).toEqual({ final: 1, removed: 0, open: 0 })
    expect(await confirm()).toEqual({ final: 0, removed: 0, open: 0 })
    expect(await planOf(apiKey)).toEqual(['pro', 2_592_000])
  })

  test('behavior: ends a plan whose payment a reorganization removed for good', {
    tags: 'slow',
  }, async () => {
    const agent = await market.anAgent()
    const { address } = agent.payer
    const snapshot = await market.chain.call('evm_snapshot')
    const apiKey = await buy(agent)
    await market.watch()

    await market.chain.call('evm_revert', snapshot)
    await market.chain.call('anvil_setBalance', address, '0xde0b6b3a7640000')
    await market.chain.call('anvil_impersonateAccount', address)
    const data = encodeFunctionData({ abi: tokenAbi, args: [market.buyer, 1_000_000_000n] })
    await market.send(address, addressOf(market.tokenOf('USDC')), data)
    // The payment is still valid, so it may come back.
    expect(await confirm()).toEqual({ final: 0, removed: 0, open: 1 })
    expect(await planOf(apiKey)).toEqual(['pro', 2_592_000])

    await market.chain.call('evm_increaseTime', 600)
    expect(await confirm()).toEqual({ final: 0, removed: 1, open: 0 })
    expect(await planOf(apiKey)).toEqual(['starter', 0])
    const { accounts } = await getTrialBalance(market.app.ctx, address)
    expect(accounts.map(({ usdMicros }) => usdMicros)).toEqual([0n, 0n])
    expect(market.app.ctx.alerts.list()).toMatchObject([{ name: 'plan_payment_removed' }])
    expect(await confirm()).toEqual({ final: 0, removed: 0, open: 0 })
  })
})
