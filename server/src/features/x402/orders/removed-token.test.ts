import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Market, requiredOf, startMarket } from '../../../../test/fixtures/agent.js'

let market: Market
beforeAll(async () => {
  market = await startMarket()
  market.startLoops()
}, 60_000)
afterAll(() => market.close())

test('behavior: an order that is answered as paid is paid, although the shop stopped taking USDC after its offer', {
  timeout: 60_000,
}, async () => {
  const agent = await market.anAgent()
  const required = requiredOf(await market.post(market.order()))
  const changed = await market.shop.act('/api/shop/config', {
    payments: { acceptedTokens: ['USDT'], defaultPaymentToken: 'USDT' },
  })
  expect(changed.statusCode, changed.body).toBe(200)
  const response = await market.post(market.order(), await agent.pay(required))
  expect([response.statusCode, response.json().receipt?.status]).toEqual([200, 'paid'])
  const statusOf = async () =>
    (await market.shop.get(`/api/receipts/${required.extra.quoteId}`)).json().status
  await expect.poll(statusOf, { timeout: 10_000 }).toMatch(/paid|completed|reconciled/)
})
