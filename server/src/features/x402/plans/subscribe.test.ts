import { encodeFunctionData, parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type Agent,
  addressOf,
  decode,
  headersOf,
  type Market,
  requiredOf,
  startMarket,
} from '../../../../test/fixtures/agent.js'
import { signRequest } from '../../../../test/sign-request.js'

const tokenAbi = parseAbi([
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
])

let market: Market
beforeAll(async () => {
  market = await startMarket()
  market.startLoops()
}, 60_000)
afterAll(() => market.close())

const post = (payload?: object, headers: Record<string, string> = {}) =>
  market.app.inject({
    method: 'POST',
    url: '/api/x402/subscribe',
    headers,
    ...(payload && { payload }),
  })
const planOf = async (apiKey: string) =>
  (await market.app.inject({ url: '/api/inventory', headers: { 'x-api-key': apiKey } })).statusCode
/** Encodes the call by which anyone can submit a payment. */
function transferOf({ signature, authorization }: Awaited<ReturnType<Agent['sign']>>) {
  const { from, to, value, validAfter, validBefore, nonce } = authorization
  const times = [BigInt(validAfter), BigInt(validBefore)] as const
  return encodeFunctionData({
    abi: tokenAbi,
    args: [from, to, BigInt(value), ...times, nonce, signature],
  })
}
const platform = () => addressOf(String(market.app.ctx.config.platformWallet))

describe('POST /api/x402/subscribe', () => {
  test('default: a client of version 2 buys a plan, and gets its key once', async () => {
    const url = await market.listen()
    const agent = await market.anAgent()
    const before = await market.balanceOf('USDC', platform())
    const response = await agent.fetch()(`${url}/api/x402/subscribe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ planKey: 'pro' }),
    })
    const body = (await response.json()) as { apiKey: string }
    expect(response.status, JSON.stringify(body)).toBe(200)
    expect(body).toEqual({
      ok: true,
      plan: 'pro',
      priceUsd: 399,
      subscriptionId: expect.stringMatching(/^dsub_/),
      apiKey: expect.stringMatching(/^tly_/),
      message: expect.stringContaining('not shown again'),
    })
    expect(await planOf(body.apiKey)).toBe(200)
    expect((await market.balanceOf('USDC', platform())) - before).toBe(399_000_000n)
    const { transaction } = decode(response.headers.get('payment-response') ?? '')
    const { rows } = await market.app.ctx.db.query(
      `select kind from ledger_postings where transaction_hash = $1`,
      [transaction],
    )
    expect(rows).toEqual([{ kind: 'plan' }])
  })

  test('behavior: a repeated request gets no key, and copies at once get one key', async () => {
    const agent = await market.anAgent()
    const required = requiredOf(await post({ planKey: 'enterprise' }))
    const headers = { ...(await agent.pay(required, { version: 1 })), 'idempotency-key': 'k' }
    const responses = await Promise.all(
      Array.from({ length: 4 }, () => post({ planKey: 'enterprise' }, headers)),
    )
    const keys = responses.flatMap((response) => response.json().apiKey ?? [])
    expect(keys).toHaveLength(1)
    const repeatedResponse = await post({ planKey: 'enterprise' }, headers)
    expect(repeatedResponse.statusCode).toBe(200)
    expect(repeatedResponse.json()).toMatchObject({
      apiKey: null,
      plan: 'enterprise',
      message: expect.stringContaining('SIGN-IN-WITH-X'),
    })
    const { 'idempotency-key': _, ...bare } = headers
    expect((await post({ planKey: 'enterprise' }, bare)).statusCode).toBe(409)
    expect((await post({ planKey: 'pro' }, headers)).statusCode).toBe(409)
  })

  test('error: a proof that was public before its request gets no key, but its payer the plan', async () => {
    const agent = await market.anAgent()
    const required = requiredOf(await post({ planKey: 'pro' }))
    const signed = await agent.sign(required)
    await market.send(market.buyer, addressOf(required.asset), transferOf(signed))
    for (const _ of [1, 2]) {
      const response = await post({ planKey: 'pro' }, headersOf(signed, { required }))
      expect([response.statusCode, response.json().error]).toEqual([409, 'payment_already_used'])
      expect(response.json().message).toContain('SIGN-IN-WITH-X')
    }
    const { rows } = await market.app.ctx.db.query(
      'select plan from plan_purchases where payer = $1',
      [agent.payer.address],
    )
    expect(rows).toEqual([{ plan: 'pro' }])
  })

  test('error: a failed payment that others execute later gets no key without its secret', async () => {
    const { db } = market.app.ctx
    const agent = await market.anAgent()
    const required = requiredOf(await post({ planKey: 'pro' }))
    const signed = await agent.sign(required)
    const headers = { ...headersOf(signed, { required }), 'idempotency-key': 'mine' }
    expect((await post({ planKey: 'pro' }, headers)).json().apiKey).toMatch(/^tly_/)
    // As if the chain had not shown the payment yet.
    const about = `payer = '${agent.payer.address}'`
    await db.query(`delete from plan_purchases where ${about}`)
    await db.query(
      `update x402_claims set state = 'failed', transaction_id = null, transaction_hash = null,
         error = 'x', claimed_at_block = 0 where ${about}`,
    )
    const thirdParty = await post({ planKey: 'pro' }, headersOf(signed, { required }))
    expect(thirdParty.json().apiKey ?? null).toBeNull()
    const { rows } = await db.query(`select plan from plan_purchases where ${about}`)
    expect(rows).toEqual([{ plan: 'pro' }])
  })

  test('error: the price of another plan', async () => {
    const agent = await market.anAgent()
    const headers = await agent.pay(requiredOf(await post({ planKey: 'pro' })))
    const response = await post({ planKey: 'enterprise' }, headers)
    expect(response.statusCode).toBe(402)
    expect(response.json()).toMatchObject({
      error: 'invalid_exact_evm_payload_authorization_value_mismatch',
      accepts: [{ maxAmountRequired: '500000000' }],
    })
  })

  test('behavior: the starter plan is free, and a request without a body names the pro plan', async () => {
    const starter = await post({ planKey: 'starter' })
    expect(starter.statusCode).toBe(200)
    expect(starter.json()).toMatchObject({ plan: 'starter', priceUsd: 0 })
    expect(await planOf(starter.json().apiKey)).toBe(200)
    const probe = await post()
    expect(probe.statusCode).toBe(402)
    expect(requiredOf(probe).amount).toBe('399000000')
  })

  test('behavior: a free key belongs to the wallet that signs the request', async () => {
    const privateKey = generatePrivateKey()
    const path = '/api/x402/subscribe'
    const headers = await signRequest(market.app, { path, privateKey })
    const { apiKey } = (await post({ planKey: 'starter' }, headers)).json()
    const shop = await market.app.inject({
      url: '/api/shop/config',
      headers: { 'x-api-key': apiKey },
    })
    expect(shop.json().config.wallet).toBe(privateKeyToAddress(privateKey))
    const forged = { 'sign-in-with-x': headers['sign-in-with-x'] ?? '' }
    expect((await post({ planKey: 'starter' }, forged)).statusCode).toBe(401)
  })

  test('error: an unknown plan, and a platform without a wallet', async () => {
    for (const planKey of ['free', 'constructor', 7, null, undefined]) {
      expect((await post({ planKey })).json()).toMatchObject({ error: 'invalid_input' })
    }
    const sibling = await market.app.sibling({}, { platformWallet: undefined })
    const request = { method: 'POST', url: '/api/x402/subscribe' } as const
    const response = await sibling.inject({ ...request, payload: { planKey: 'pro' } })
    expect([response.statusCode, response.json().error]).toEqual([
      400,
      'platform_recipient_not_configured',
    ])
  })
})
