import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Market, requiredOf, startMarket } from '../../../../test/fixtures/agent.js'
import { cents } from '../../../lib/money.js'
import { defaultLimitSettings, type PlanKey } from '../../../platform/limits/limit-settings.js'

let market: Market
beforeAll(async () => {
  market = await startMarket()
  market.startLoops()
}, 60_000)
afterAll(() => market.close())
afterEach(() => setPrices({}))

function setPrices(prices: Partial<Record<PlanKey, bigint>>): void {
  const changed = Object.entries(prices).map(([plan, price]) => [plan, cents(price)])
  market.app.ctx.config.limits.settings = {
    ...defaultLimitSettings,
    planPrices: { ...defaultLimitSettings.planPrices, ...Object.fromEntries(changed) },
  }
}

const post = (planKey: string, headers: Record<string, string> = {}) =>
  market.app.inject({ method: 'POST', url: '/api/x402/subscribe', headers, payload: { planKey } })
const planOf = async (apiKey: string) => {
  const headers = { 'x-api-key': apiKey }
  return (await market.app.inject({ url: '/api/billing/balance', headers })).json()
}

describe('prices of plans', () => {
  test('default: a changed price is that of the challenge, the response and the guides', async () => {
    setPrices({ pro: 1_999n })
    const agent = await market.anAgent()
    const required = requiredOf(await post('pro'))
    expect(required.amount).toBe('19990000')
    const response = await post('pro', await agent.pay(required))
    expect(response.json()).toMatchObject({ plan: 'pro', priceUsd: 19.99 })
    expect(await planOf(response.json().apiKey)).toMatchObject({
      plan: { key: 'pro', priceUsd: 19.99 },
    })
    const guide = await market.app.inject({ url: '/llms.txt' })
    expect(guide.body).toContain('"pro" (19.99 USD)')
    const resources = await market.app.inject({ url: '/discovery/resources' })
    expect(resources.body).toContain('19990000')
  })

  test('behavior: a starter plan with a price is sold', async () => {
    setPrices({ starter: 500n })
    const agent = await market.anAgent()
    const required = requiredOf(await post('starter'))
    expect(required.amount).toBe('5000000')
    const response = await post('starter', await agent.pay(required))
    expect(response.json()).toMatchObject({ plan: 'starter', priceUsd: 5 })
    expect(await planOf(response.json().apiKey)).toMatchObject({
      plan: { key: 'starter' },
      remainingSeconds: expect.any(Number),
    })
  })

  test('behavior: a plan without a price is free', async () => {
    setPrices({ pro: 0n })
    const response = await post('pro')
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({ plan: 'pro', priceUsd: 0 })
    expect(await planOf(response.json().apiKey)).toMatchObject({ plan: { key: 'pro' } })
  })

  test('behavior: its holder is not established, but the holder of a paid one is', async () => {
    const isEstablished = async (apiKey: string) => {
      const headers = { 'x-api-key': apiKey }
      const response = await market.app.inject({ url: '/api/billing/limits', headers })
      return response.json().isEstablished
    }
    setPrices({ pro: 0n, starter: 500n })
    expect(await isEstablished((await post('pro')).json().apiKey)).toBe(false)
    const agent = await market.anAgent()
    const paidResponse = await post('starter', await agent.pay(requiredOf(await post('starter'))))
    expect(await isEstablished(paidResponse.json().apiKey)).toBe(true)
  })
})
