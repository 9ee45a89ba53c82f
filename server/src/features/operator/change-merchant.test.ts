import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  aListedShop,
  anAnonymousBuyer,
  orderAnonymously,
} from '../../../test/fixtures/anonymous-caller.js'
import { aMember, aSeller } from '../../../test/fixtures/seller.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { type SignedIn, signIn } from '../../../test/sign-in.js'
import { signRequest } from '../../../test/sign-request.js'
import type { Guard } from '../../auth/guards.js'

const operatorKey = generatePrivateKey()
let app: TestApp
let operator: SignedIn
beforeAll(async () => {
  const environment = { PLATFORM_ADMINS: privateKeyToAddress(operatorKey) }
  app = await createTestApp({ environment })
  operator = await signIn(app, { privateKey: operatorKey })
})
afterAll(() => app.close())

type Headers = Record<string, string>
const post = (url: string, headers: Headers, payload: object = {}) =>
  app.inject({ method: 'POST', url, headers, payload })

async function act(wallet: string, verb: 'suspend' | 'resume') {
  const payload = verb === 'suspend' ? { reason: 'Fraud reports' } : {}
  const response = await post(`/api/admin/merchants/${wallet}/${verb}`, operator.headers, payload)
  expect(response.statusCode, response.body).toBe(200)
  return response.json().merchant
}
const suspend = (wallet: string) => act(wallet, 'suspend')
const resume = (wallet: string) => act(wallet, 'resume')
const errorOf = (response: { statusCode: number; json(): { error?: string } }) => [
  response.statusCode,
  response.json().error,
]
const refused = [403, 'merchant_suspended']

const admits = (guard: Guard, kind: 'developer' | 'session') =>
  guard.some((rule) => rule.kind === kind && (rule.kind !== 'session' || rule.may !== null))

describe('a suspended merchant', () => {
  test('default: keys and staff can read but not write, on every route', {
    tags: 'slow',
  }, async () => {
    const seller = await aSeller(app)
    const admin = await aMember(app, { merchant: seller.wallet, role: 'admin' })
    await suspend(seller.wallet)
    const callers = [
      ['developer', seller.headers],
      ['session', seller.owner.headers],
      ['session', admin.headers],
    ] as const
    const differences: string[] = []
    let writes = 0
    for (const { method, path, config } of app.routes) {
      const guard = config.guard ?? []
      const mayWrite = method !== 'GET' && config.stores !== 'nothing'
      for (const [kind, headers] of callers) {
        if (!admits(guard, kind)) continue
        const url = path.replaceAll(/:\w+/g, 'none')
        const response = await app.inject({
          method: method as 'GET',
          url: `${url}?wallet=${seller.wallet}&after=nowhere`,
          headers,
          ...(method === 'POST' || method === 'PUT' ? { payload: {} } : {}),
        })
        const isRefused = response.body.includes('"merchant_suspended"')
        // An admin lacks some rights, which is checked first.
        const isForbidden = response.statusCode === 403 && headers === admin.headers
        if (isRefused !== mayWrite && !isForbidden) differences.push(`${method} ${path} (${kind})`)
        if (isRefused) writes += 1
      }
    }
    expect(differences).toEqual([])
    expect(writes).toBeGreaterThan(60)
  })

  test('behavior: resumes, and both are in the audit log', async () => {
    const seller = await aSeller(app)
    const item = { sku: 'A', name: 'Tea', priceUsd: 1 }
    expect(await suspend(seller.wallet)).toMatchObject({
      status: 'suspended',
      suspendedReason: 'Fraud reports',
    })
    await suspend(seller.wallet)
    expect(errorOf(await seller.post('/api/inventory', item))).toEqual(refused)
    expect(await resume(seller.wallet)).toMatchObject({ status: 'active', suspendedAt: null })
    await resume(seller.wallet)
    expect((await seller.post('/api/inventory', item)).statusCode).toBe(200)

    const { headers } = seller.owner
    const { entries } = (await app.inject({ url: '/api/audit?limit=100', headers })).json()
    const actions = entries
      .map(({ action }: { action: string }) => action)
      .filter((action: string) => action.startsWith('merchant.'))
    expect(actions.slice(0, 2)).toEqual(['merchant.resumed', 'merchant.suspended'])
  })

  test('behavior: other processes refuse its keys within two seconds', {
    tags: 'slow',
  }, async () => {
    const seller = await aSeller(app)
    const sibling = await app.sibling()
    const write = () =>
      sibling.inject({
        method: 'POST',
        url: '/api/inventory',
        headers: seller.headers,
        payload: { sku: 'A', name: 'Tea', priceUsd: 1 },
      })
    expect((await write()).statusCode).toBe(200)
    await suspend(seller.wallet)
    await expect.poll(async () => errorOf(await write()), { timeout: 10_000 }).toEqual(refused)
    const read = { url: '/api/inventory', headers: seller.headers }
    expect((await sibling.inject(read)).statusCode).toBe(200)
  })

  test('behavior: is not listed, takes no orders, and its payment pages offer no payment', async () => {
    const shop = await aListedShop(app, { stockQty: 10 })
    const anonymousBuyer = await anAnonymousBuyer(app, shop)
    const isListed = async () => {
      const { directory } = (await app.inject(`/api/directory/shops?q=${shop.slug}`)).json()
      return directory.length
    }
    expect(await isListed()).toBe(1)
    await suspend(shop.wallet)
    expect(await isListed()).toBe(0)
    expect(errorOf(await orderAnonymously(app, shop))).toEqual([404, 'not_found'])
    expect((await app.inject(`/api/directory/shops/${shop.slug}/items`)).statusCode).toBe(404)
    expect((await app.inject('/discovery/resources')).body).not.toContain(shop.slug)

    const { payment } = await anonymousBuyer.view()
    expect(payment).toMatchObject({ isClosed: true, options: [] })
    const progress = { status: 'checkout_initialized' }
    expect((await anonymousBuyer.post('progress', progress)).statusCode).toBe(200)
    await resume(shop.wallet)
    expect(await isListed()).toBe(1)
  })

  test('behavior: staff sign in and see it, and sign out', async () => {
    const privateKey = generatePrivateKey()
    const { wallet } = await signIn(app, { privateKey })
    await suspend(wallet)
    const again = await signIn(app, { privateKey })
    const me = await app.inject({ url: '/api/auth/me', headers: again.headers })
    expect(me.json().merchants).toHaveLength(1)
    expect((await post('/api/auth/logout', again.headers)).statusCode).toBe(200)
  })

  test('behavior: its wallet gets no key, and a free key cannot be claimed', async () => {
    const privateKey = generatePrivateKey()
    const { wallet } = await signIn(app, { privateKey })
    const sign = (path: string) => signRequest(app, { path, privateKey })
    const free = async () =>
      post('/api/x402/subscribe', await sign('/api/x402/subscribe'), { planKey: 'starter' })
    expect((await free()).statusCode).toBe(200)
    const unclaimed = (await post('/api/x402/subscribe', {}, { planKey: 'starter' })).json()
    const { apiKey } = unclaimed
    const { wallet: merchant } = (
      await app.inject({ url: '/api/status/ping', headers: { 'x-api-key': apiKey } })
    ).json()

    await suspend(wallet)
    await suspend(merchant)
    expect(errorOf(await free())).toEqual(refused)
    expect(errorOf(await post('/api/keys/rotate', await sign('/api/keys/rotate')))).toEqual(refused)
    const anonymousBuyer = await signIn(app)
    expect(errorOf(await post('/api/keys/claim', anonymousBuyer.headers, { apiKey }))).toEqual(
      refused,
    )
    await resume(merchant)
    expect((await post('/api/keys/claim', anonymousBuyer.headers, { apiKey })).statusCode).toBe(200)
  })

  test('behavior: its owner gets no other merchant', async () => {
    const owner = await signIn(app)
    await suspend(owner.wallet)
    const free = async () =>
      (await post('/api/x402/subscribe', {}, { planKey: 'starter' })).json().apiKey
    const apiKey = await free()
    expect(errorOf(await post('/api/keys/claim', owner.headers, { apiKey }))).toEqual(refused)

    const buyer = await signIn(app, { asBuyer: true })
    const claim = await post('/api/keys/claim', buyer.headers, { apiKey })
    expect(claim.statusCode, claim.body).toBe(200)
    await suspend(claim.json().merchant)
    expect(errorOf(await post('/api/merchants', buyer.headers))).toEqual(refused)
  })

  test('behavior: an invitation to it cannot be accepted', async () => {
    const owner = await signIn(app)
    const guest = await signIn(app)
    const invited = await post('/api/members', owner.headers, {
      member: guest.wallet,
      role: 'admin',
    })
    expect(invited.statusCode, invited.body).toBeLessThan(300)
    const { invitations } = (
      await app.inject({ url: '/api/invitations', headers: guest.headers })
    ).json()
    await suspend(owner.wallet)
    const accept = `/api/invitations/${invitations[0]?.id}/accept`
    expect(errorOf(await post(accept, guest.headers))).toEqual(refused)
  })
})
