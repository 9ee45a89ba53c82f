import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Market, requiredOf, startMarket } from '../../../../test/fixtures/agent.js'
import type { Chain } from '../../../platform/chain/chain.js'
import { topics } from '../../../platform/chain/logs/decode-logs.js'
import { overlap } from '../../payments/index/index-chain.js'
import { reconcileClaims } from './reconcile-claims.js'

let market: Market
beforeAll(async () => {
  market = await startMarket()
  market.startLoops()
}, 60_000)
afterAll(() => market.close())

test('behavior: an order that was answered as paid is paid, although a lagging node left its transfer out', {
  timeout: 90_000,
}, async () => {
  const agent = await market.anAgent()
  const required = requiredOf(await market.post(market.order()))
  const to = required.payTo.slice(2).toLowerCase()
  const chain = market.app.ctx.chain as Chain
  const real = chain.listLogs
  chain.listLogs = async (filter) => {
    const logs = await real(filter)
    return logs.filter((log) => log.topics[0] !== topics.transfer || !log.topics[2]?.endsWith(to))
  }
  const response = await market.post(market.order(), await agent.pay(required))
  expect([response.statusCode, response.json().receipt?.status]).toEqual([200, 'paid'])
  await market.mine(Number(overlap) + 2)
  const { ctx } = market.app
  const cursor = async () => {
    const { rows } = await ctx.db.query<{ block_number: string }>(
      'select block_number from chain_cursors',
    )
    return Number(rows[0]?.block_number)
  }
  const head = await chain.findBlock('latest')
  await expect.poll(cursor, { timeout: 10_000 }).toBeGreaterThanOrEqual(Number(head?.number))
  // From here on the node is complete, and time goes by.
  chain.listLogs = real
  await market.mine(2)
  await reconcileClaims.run(ctx, new AbortController().signal)
  const statusOf = async () =>
    (await market.shop.get(`/api/receipts/${required.extra.quoteId}`)).json().status
  await expect.poll(statusOf, { timeout: 10_000 }).toMatch(/paid|completed|reconciled/)
})
