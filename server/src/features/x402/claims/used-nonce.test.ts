import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Market, requiredOf, startMarket } from '../../../../test/fixtures/agent.js'
import type { Chain, Hex } from '../../../platform/chain/chain.js'
import { reconcileClaims } from './reconcile-claims.js'

let market: Market
beforeAll(async () => {
  market = await startMarket()
  market.startLoops()
}, 60_000)
afterAll(() => market.close())

test('behavior: a payment whose nonce was used long ago costs the node few calls, and is decided at once', {
  tags: 'slow',
  timeout: 90_000,
}, async () => {
  const agent = await market.anAgent()
  const nonce = `0x${randomBytes(32).toString('hex')}` as Hex
  // The agent uses a nonce once, for any order.
  const first = requiredOf(await market.post(market.order()))
  const boughtResponse = await market.post(market.order(), await agent.pay(first, { nonce }))
  expect(boughtResponse.statusCode, boughtResponse.body).toBe(200)
  await market.mine(40)
  // The payments that the token could never accept cost a signature each.
  const offered = requiredOf(await market.post(market.order()))
  await market.app.ctx.db.query('delete from x402_claims')
  const chain = market.app.ctx.chain as Chain
  const real = chain.listLogs
  let calls = 0
  chain.listLogs = (filter) => {
    if (!filter.topics.some((some) => some?.includes(nonce))) return real(filter)
    calls += 1
    // The use is more than 2,000 blocks old, a little more than an hour: no search reaches back
    // that far.
    return Promise.resolve([])
  }
  const validBefore = Math.floor(Date.now() / 1_000) + 3_500
  const startedAt = performance.now()
  const response = await market.post(
    market.order(),
    await agent.pay(offered, { nonce, validBefore }),
  )
  const seconds = Math.round((performance.now() - startedAt) / 1_000)
  const inRequest = calls
  const { ctx } = market.app
  const { rows } = await ctx.db.query<{ state: string }>('select state from x402_claims')
  // The job looks at it again every 15 seconds, until the payment ends after an hour.
  await ctx.db.query('update x402_claims set next_try_at = 0')
  await reconcileClaims.run(ctx, new AbortController().signal)
  chain.listLogs = real
  expect({
    status: response.statusCode,
    seconds,
    calls: inRequest,
    perJob: calls - inRequest,
    states: rows.map(({ state }) => state),
  }).toEqual({
    status: 402,
    seconds: expect.toSatisfy((n: number) => n < 5),
    calls: expect.toSatisfy((n: number) => n < 25),
    perJob: 0,
    states: expect.not.arrayContaining(['settling']),
  })
})
