import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Market, requiredOf, startMarket } from '../../../test/fixtures/agent.js'
import { aListedShop, type ListedShop } from '../../../test/fixtures/anonymous-caller.js'
import { aDeveloper } from '../../../test/fixtures/factories.js'
import { type SignedIn, signIn } from '../../../test/sign-in.js'

const operatorKey = generatePrivateKey()
let market: Market
let operator: SignedIn
beforeAll(async () => {
  market = await startMarket({ PLATFORM_ADMINS: privateKeyToAddress(operatorKey) })
  market.startLoops()
  operator = await signIn(market.app, { privateKey: operatorKey })
}, 60_000)
afterAll(() => market.close())

async function suspend(wallet: string): Promise<void> {
  const url = `/api/admin/merchants/${wallet}/suspend`
  const payload = { reason: 'Fraud reports' }
  const { headers } = operator
  const response = await market.app.inject({ method: 'POST', url, headers, payload })
  expect(response.statusCode, response.body).toBe(200)
}

const aShop = () => aListedShop(market.app, { stockQty: 10 })
const orderAt = ({ slug }: ListedShop) => ({ shopSlug: slug, items: [{ sku: 'T', qty: 1 }] })
const errorOf = (response: { statusCode: number; json(): { error?: string } }) => [
  response.statusCode,
  response.json().error,
]

describe('a suspended merchant', () => {
  test('behavior: a price that was offered before is not accepted, and nothing is charged', async () => {
    const shop = await aShop()
    const agent = await market.anAgent()
    const required = requiredOf(await market.post(orderAt(shop)))
    await suspend(shop.wallet)
    const paidResponse = await market.post(orderAt(shop), await agent.pay(required))
    expect(errorOf(paidResponse)).toEqual([403, 'merchant_suspended'])
    expect(errorOf(await market.post(orderAt(shop)))).toEqual([404, 'not_found'])
    expect(await market.balanceOf('USDC', agent.payer.address)).toBe(1_000_000_000n)

    const call = { name: 'place_order', arguments: orderAt(shop) }
    const tool = await market.app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { accept: 'application/json' },
      payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call },
    })
    expect(tool.json().result).toMatchObject({
      isError: true,
      structuredContent: { error: 'not_found' },
    })
  })

  test('behavior: its owner can buy no plan', async () => {
    const agent = await market.anAgent()
    await aDeveloper(market.app.ctx, { wallet: agent.payer.address })
    await suspend(agent.payer.address)
    const buy = (headers: Record<string, string> = {}) =>
      market.app.inject({
        method: 'POST',
        url: '/api/x402/subscribe',
        headers,
        payload: { planKey: 'pro' },
      })
    const paidResponse = await buy(await agent.pay(requiredOf(await buy())))
    expect(errorOf(paidResponse)).toEqual([403, 'merchant_suspended'])
    expect(await market.balanceOf('USDC', agent.payer.address)).toBe(1_000_000_000n)
  })

  test('behavior: a payment on the way settles, and its webhook is recorded', {
    tags: 'slow',
  }, async () => {
    const shop = await aShop()
    const { receipt } = (await shop.post('/api/orders', { items: [{ sku: 'T', qty: 1 }] })).json()
    const to = await market.depositOf(shop.wallet, receipt.receiptId)
    const units = BigInt(Math.round(receipt.totalUsd * 1_000_000))
    await suspend(shop.wallet)
    await market.pay('USDC', { from: market.buyer, to, units })
    const status = async () => (await shop.get(`/api/receipts/${receipt.receiptId}`)).json().status
    await expect.poll(status, { timeout: 30_000 }).toBe('completed')
    const { rows } = await market.app.ctx.db.query(
      `select 1 from recorded_events where receipt_id = $1 and body like '%"status":"paid"%'`,
      [receipt.receiptId],
    )
    expect(rows).toHaveLength(1)
  })
})
