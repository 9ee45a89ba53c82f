// @module-tag slow
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  addressOf,
  headersOf,
  type Market,
  requiredOf,
  startMarket,
} from '../../../../test/fixtures/agent.js'
import { startRemoteFacilitator } from '../../../../test/fixtures/servers/remote-facilitator.js'
import { reconcileClaims } from '../claims/reconcile-claims.js'
import { orderRequest } from '../orders/order-request.js'
import { readOrder } from '../orders/read-order.js'
import { redeem } from '../redeem.js'
import { readProof } from '../wire/read-proof.js'

let market: Market
let remote: Awaited<ReturnType<typeof startRemoteFacilitator>>
let app: Awaited<ReturnType<Market['app']['sibling']>>
beforeAll(async () => {
  market = await startMarket()
  market.startLoops()
  remote = await startRemoteFacilitator(market.chain)
  app = await market.app.sibling({ X402_FACILITATOR_URL: remote.url })
}, 60_000)
afterAll(async () => {
  await market.close()
  await remote.close()
})
beforeEach(() => {
  remote.reset()
})

const post = (headers: Record<string, string> = {}, target: Pick<Market['app'], 'inject'> = app) =>
  target.inject({ method: 'POST', url: '/api/x402/orders', headers, payload: market.order() })
const challenge = async () => requiredOf(await post())
/** Redeems a payment as the route does, but does not wait for a block. */
function present(headers: Record<string, string>) {
  const { ctx } = market.app
  const proof = readProof(headers, ctx.config)
  if (!proof) throw new Error('there is no payment')
  const request = orderRequest(ctx, {
    directory: { get: expect.unreachable, findFormerHolder: expect.unreachable },
    order: readOrder(market.order()),
    network: 'n',
    countOffer: async () => {},
  })
  return redeem(
    { ...ctx, config: { ...ctx.config, x402FacilitatorUrl: remote.url } },
    {
      request,
      proof,
      idempotencyKey: null,
      runContractCheck: (check) => check(),
      maxWaitMs: 0,
    },
  )
}
const stateOf = async (receiptId: string) => {
  const { rows } = await market.app.ctx.db.query<{ state: string }>(
    'select state from x402_claims where receipt_id = $1',
    [receiptId],
  )
  return rows[0]?.state
}

describe('a remote facilitator', () => {
  test('default: settles a payment, which the chain confirms', async () => {
    const agent = await market.anAgent()
    const required = await challenge()
    const response = await post(await agent.pay(required))
    expect(response.statusCode, response.body).toBe(200)
    expect(response.json().receipt).toMatchObject({ status: 'paid' })
    expect(await market.balanceOf('USDC', agent.payer.address)).toBe(987_940_000n)
  })

  test('behavior: copies at once are settled once, and a repeated request is answered', async () => {
    const agent = await market.anAgent()
    const headers = { ...(await agent.pay(await challenge())), 'idempotency-key': 'k' }
    const responses = await Promise.all(Array.from({ length: 4 }, () => post(headers)))
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(remote.state.settles).toBe(1)
    expect((await post(headers)).statusCode).toBe(200)
  })

  test.each([200, 400])(
    'error: a payment that does not fit, with the status %i',
    async (refusalStatus) => {
      remote.state.refusalStatus = refusalStatus
      const agent = await market.anAgent(1n)
      const response = await post(await agent.pay(await challenge()))
      expect(response.statusCode).toBe(402)
      expect(remote.state.settles).toBe(0)
    },
  )

  test('behavior: a plan that it settles has a key', async () => {
    const request = { method: 'POST', url: '/api/x402/subscribe' } as const
    const plan = { ...request, payload: { planKey: 'pro' } }
    const agent = await market.anAgent()
    const headers = await agent.pay(requiredOf(await app.inject(plan)))
    expect((await app.inject({ ...plan, headers })).json().apiKey).toMatch(/^tly_/)
  })

  test('behavior: it settles and calls the payment invalid, and the chain decides', async () => {
    remote.state.settlesAndDenies = true
    const agent = await market.anAgent()
    const required = await challenge()
    const response = await post(await agent.pay(required))
    expect(response.statusCode, response.body).toBe(200)
    expect(response.json().receipt).toMatchObject({ receiptId: required.extra.quoteId })

    const request = { method: 'POST', url: '/api/x402/subscribe' } as const
    const plan = { ...request, payload: { planKey: 'pro' } }
    const headers = await agent.pay(requiredOf(await app.inject(plan)))
    const subscribed = await app.inject({ ...plan, headers })
    expect([subscribed.statusCode, subscribed.json().apiKey]).toEqual([200, null])
    const { rows } = await market.app.ctx.db.query(
      'select plan from plan_purchases where payer = $1',
      [agent.payer.address],
    )
    expect(rows).toEqual([{ plan: 'pro' }])
  })

  test('behavior: it hangs up after settling, and the chain decides', async () => {
    remote.state.hangsUpAfterSettling = true
    const agent = await market.anAgent()
    const response = await post(await agent.pay(await challenge()))
    expect(response.statusCode, response.body).toBe(200)
    expect(await market.balanceOf('USDC', agent.payer.address)).toBe(987_940_000n)
  })

  test.each([200, 402])(
    'error: it refuses to settle with the status %i, and the stock is free again',
    async (refusalStatus) => {
      Object.assign(remote.state, { refuses: true, refusalStatus })
      const agent = await market.anAgent()
      const required = await challenge()
      const response = await post(await agent.pay(required))
      expect([response.statusCode, response.json().error]).toEqual([402, 'not today'])
      expect(await stateOf(required.extra.quoteId)).toBe('failed')
      expect((await market.shop.stock())['T']?.[1]).toBe(0)
      expect(await market.balanceOf('USDC', addressOf(required.payTo))).toBe(0n)
    },
  )

  test('error: it is down, and nothing was claimed', async () => {
    const down = await market.app.sibling({ X402_FACILITATOR_URL: 'http://127.0.0.1:9' })
    const agent = await market.anAgent()
    const required = await challenge()
    const headers = await agent.pay(required)
    const response = await post(headers, down)
    expect(response.statusCode).toBe(500)
    expect(response.json()).toMatchObject({
      error: 'failed',
      reason: 'facilitator_unavailable',
      retryable: true,
    })
    expect(response.headers['retry-after']).toBe('5')
    expect(await stateOf(required.extra.quoteId)).toBeUndefined()
    expect((await post(headers)).statusCode).toBe(200)
  })

  test('behavior: the time of the chain ends a payment, not the clock of the service', async () => {
    remote.state.hangsUpBeforeSettling = true
    const { ctx } = market.app
    const agent = await market.anAgent()
    const required = await challenge()
    const validBefore = Math.floor(Date.now() / 1_000) + 60
    const signed = await agent.sign(required, { validBefore })
    await expect(present(headersOf(signed, { required }))).rejects.toMatchObject({
      fields: { reason: 'settlement_pending' },
    })
    const signal = new AbortController().signal
    await market.advance(600_000)
    await reconcileClaims.run(ctx, signal)
    expect(await stateOf(required.extra.quoteId)).toBe('settling')

    await market.chain.call('evm_increaseTime', 600)
    await market.mine()
    await market.advance(16_000)
    await reconcileClaims.run(ctx, signal)
    expect(await stateOf(required.extra.quoteId)).toBe('failed')
    expect((await market.shop.stock())['T']?.[1]).toBe(0)
  })
})
