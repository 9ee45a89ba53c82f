import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDeveloper } from '../../../test/fixtures/factories.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { type SignedIn, signIn } from '../../../test/sign-in.js'
import { signRequest } from '../../../test/sign-request.js'
import { createAccess } from '../../auth/access.js'
import { plans } from '../../auth/plans.js'
import { checksumAddress, knownAddress } from '../../lib/hex.js'
import { baseUnits } from '../../lib/money.js'
import { createStarter } from '../billing/create-starter.js'
import { grantPlan } from '../billing/grant-plan.js'
import { issuePlanKey } from '../billing/issue-plan-key.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

async function anUnclaimed() {
  const { limiter } = createAccess(app.ctx)
  const counting = { limiter, config: app.ctx.config }
  const caller = { wallet: null, network: 'test', idempotencyKey: null, correlationId: 'test' }
  const starter = await createStarter(app.ctx, { ...caller, counting })
  await limiter.close()
  const apiKey = String(starter.apiKey)
  return { ...starter, apiKey, headers: { 'x-api-key': apiKey } }
}

const post = (url: string, headers: Record<string, string>, payload: object) =>
  app.inject({ method: 'POST', url, headers, payload })

const claim = (person: SignedIn, apiKey: string) =>
  post('/api/keys/claim', person.headers, { apiKey })

const aReceipt = { id: 'r-1', lineItems: [{ label: 'Tea', priceUsd: 4.5 }], totalUsd: 4.5 }

async function auditOf(merchant: string) {
  const { rows } = await app.ctx.db.query<{ action: string; actor: string }>(
    'select action, actor from audit_entries where merchant = $1 order by seq',
    [merchant],
  )
  return rows.map(({ action, actor }) => [action, actor])
}

describe('an unclaimed merchant', () => {
  test('behavior: cannot create receipts or plans, which would need a payout address', async () => {
    const { headers } = await anUnclaimed()
    const item = { sku: 'TEA', name: 'Tea', priceUsd: 4.5 }
    expect((await post('/api/inventory', headers, item)).statusCode).toBe(200)
    const plan = { name: 'Club', priceUsd: 10, period: 'MONTHLY' }
    for (const [url, payload] of [
      ['/api/receipts', aReceipt],
      ['/api/orders', { items: [{ sku: 'TEA', qty: 1 }] }],
      ['/api/subscriptions/plans', plan],
    ] as const) {
      const response = await post(url, headers, payload)
      expect([url, response.statusCode, response.json().error]).toEqual([
        url,
        403,
        'split_required',
      ])
    }
    const { receipts } = (await app.inject({ url: '/api/receipts', headers })).json()
    expect(receipts).toEqual([])
  })

  test('behavior: cannot configure a split, and sees no other merchant', async () => {
    const { headers } = await anUnclaimed()
    const other = await anUnclaimed()
    await post('/api/inventory', other.headers, { sku: 'TEA', name: 'Tea', priceUsd: 1 })
    expect((await post('/api/split/deploy', headers, { recipients: [] })).statusCode).toBe(403)
    expect((await app.inject({ url: '/api/inventory', headers })).json().items).toEqual([])
  })
})

describe('POST /api/keys/claim', () => {
  test('default: makes the signer the owner and the payout address', async () => {
    const { apiKey, headers, merchant } = await anUnclaimed()
    const person = await signIn(app)
    const response = await claim(person, apiKey)
    expect([response.statusCode, response.json()]).toEqual([
      200,
      { ok: true, merchant: checksumAddress(merchant), owner: checksumAddress(person.wallet) },
    ])
    expect(await auditOf(merchant)).toContainEqual(['merchant.claimed', person.wallet])

    expect((await post('/api/receipts', headers, aReceipt)).statusCode).toBe(201)
    const receipt = (await app.inject({ url: '/api/receipts/r-1', headers })).json()
    expect(receipt.payoutAddress).toBe(checksumAddress(person.wallet))
    const url = `/api/keys?wallet=${merchant}`
    expect((await app.inject({ url, headers: person.headers })).json().keys).toHaveLength(1)
  })

  test('error: a merchant is claimed once, even by concurrent claims', async () => {
    const { apiKey } = await anUnclaimed()
    const people = await Promise.all([signIn(app), signIn(app), signIn(app)])
    const all = await Promise.all(people.map((person) => claim(person, apiKey)))
    expect(all.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409])
    const repeatedResponse = await claim(people[0] as SignedIn, apiKey)
    expect([repeatedResponse.statusCode, repeatedResponse.json().error]).toEqual([409, 'conflict'])
  })

  test('error: the key of a merchant with an owner, and an unknown key', async () => {
    const person = await signIn(app)
    const { apiKey, wallet } = await aDeveloper(app.ctx)
    const takenResponse = await claim(person, apiKey)
    expect([takenResponse.statusCode, takenResponse.json().error]).toEqual([409, 'conflict'])
    const url = `/api/keys?wallet=${wallet}`
    expect((await app.inject({ url, headers: person.headers })).statusCode).toBe(403)

    const unknown = await claim(person, 'tly_test_guess')
    expect([unknown.statusCode, unknown.json().error]).toEqual([403, 'forbidden'])
  })

  test('error: more than twenty claims of a person per day', async () => {
    const person = await signIn(app)
    for (let call = 0; call < 20; call += 1) await claim(person, 'tly_test_guess')
    const response = await claim(person, 'tly_test_guess')
    expect([response.statusCode, response.json().limit]).toEqual([429, 'merchant-claims'])
  })
})

describe('POST /api/keys/rotate', () => {
  const path = '/api/keys/rotate'

  async function aPayer() {
    const privateKey = generatePrivateKey()
    const wallet = knownAddress(privateKeyToAddress(privateKey))
    const plan = 'pro'
    const keyId = app.ctx.newId('key')
    const bought = await app.ctx.db.transaction(async (tx) => {
      const ctx = { ...app.ctx, db: tx }
      const purchase = { purchaseId: keyId, transactionHash: '0x1', units: baseUnits(399_000_000n) }
      const { merchant, subscriptionId } = await grantPlan(ctx, { wallet, plan, ...purchase })
      const { apiKey } = await issuePlanKey(ctx, { merchant, subscriptionId, plan, keyId })
      return { subscriptionId, apiKey }
    })
    return { ...bought, keyId, wallet, privateKey }
  }

  async function rotate(privateKey: `0x${string}`, payload: object = {}) {
    const headers = await signRequest(app, { path, privateKey })
    return app.inject({ method: 'POST', url: path, headers, payload })
  }

  const ping = (apiKey: string) =>
    app.inject({ url: '/api/status/ping', headers: { 'x-api-key': apiKey } })

  test("default: replaces the plan's key, which ends at once", async () => {
    const { apiKey, privateKey, subscriptionId, keyId, wallet } = await aPayer()
    expect((await ping(apiKey)).statusCode).toBe(200)
    const response = await rotate(privateKey)
    expect(response.statusCode, response.body).toBe(201)
    expect(response.json()).toMatchObject({ subscriptionId, key: { scopes: plans.pro.scopes } })
    expect((await ping(apiKey)).statusCode).toBe(401)
    const renewed = await ping(response.json().apiKey)
    expect([renewed.statusCode, renewed.headers['x-ratelimit-limit']]).toEqual([200, '600'])
    expect(await auditOf(wallet)).toContainEqual(['key.rotated', wallet])
    const { rows } = await app.ctx.db.query(
      `select target from audit_entries where merchant = $1 and action = 'key.rotated'`,
      [wallet],
    )
    expect(rows).toEqual([{ target: keyId }])
  })

  test('behavior: works for an unnamed body, and leaves other keys alone', async () => {
    const { privateKey, subscriptionId, wallet } = await aPayer()
    const other = await aDeveloper(app.ctx, { wallet })
    const headers = await signRequest(app, { path, privateKey })
    expect((await app.inject({ method: 'POST', url: path, headers })).statusCode).toBe(201)
    expect((await ping(other.apiKey)).statusCode).toBe(200)
    const named = await rotate(privateKey, { subscriptionId })
    expect(named.json().subscriptionId).toBe(subscriptionId)
  })

  test('behavior: of rotations at the same time, one key remains', async () => {
    const { privateKey, apiKey } = await aPayer()
    const all = await Promise.all([1, 2, 3].map(() => rotate(privateKey)))
    const keys = [apiKey, ...all.map((response) => response.json().apiKey)]
    const codes = await Promise.all(keys.map(async (key) => (await ping(key)).statusCode))
    expect(codes.toSorted()).toEqual([200, 401, 401, 401])
  })

  test("error: another wallet's subscription, and a session instead of a proof", async () => {
    const { subscriptionId } = await aPayer()
    const thirdParty = await aPayer()
    const response = await rotate(thirdParty.privateKey, { subscriptionId })
    expect([response.statusCode, response.json().error]).toEqual([404, 'not_found'])
    expect((await ping(thirdParty.apiKey)).statusCode).toBe(200)
    const session = await signIn(app, { privateKey: thirdParty.privateKey })
    expect((await post(path, session.headers, {})).statusCode).toBe(401)
  })
})
