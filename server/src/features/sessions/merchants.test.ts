import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useCalls } from '../../../test/fixtures/used-calls.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { type SignedIn, signIn } from '../../../test/sign-in.js'
import { listRights, type Role } from '../../auth/roles.js'
import { type Address, checksumAddress } from '../../lib/hex.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

type Inject = Pick<TestApp, 'inject'>

const merchantsOf = async ({ headers }: SignedIn) =>
  (await app.inject({ url: '/api/auth/me', headers })).json().merchants

const aMembership = (wallet: string, role: Role) => ({
  wallet,
  name: '',
  role,
  rights: listRights(role),
})

const create = ({ headers }: Pick<SignedIn, 'headers'>, { inject }: Inject = app) =>
  inject({ method: 'POST', url: '/api/merchants', headers })

async function addMember(merchant: Address, wallet: string, role: Role, joinedAt: number | null) {
  await app.ctx.db.query(
    `insert into members (merchant, person, role, created_at, joined_at) values ($1, $2, $3, 0, $4)`,
    [merchant, wallet.toLowerCase(), role, joinedAt],
  )
}

async function countMerchants(wallet: string): Promise<number> {
  const text = 'select 1 from merchants where wallet = $1'
  return (await app.ctx.db.query(text, [wallet.toLowerCase()])).rowCount
}

/** The live limits, for callers from one network address. */
async function liveApp(remoteAddress: string): Promise<Inject> {
  const { inject } = await app.sibling({}, { mode: 'live' })
  return {
    inject: (request) =>
      inject({ ...(typeof request === 'string' ? { url: request } : request), remoteAddress }),
  }
}

describe('signing in', () => {
  test("default: creates the wallet's merchant", async () => {
    const person = await signIn(app)
    const wallet = checksumAddress(person.wallet)
    expect(await merchantsOf(person)).toEqual([aMembership(wallet, 'owner')])
  })

  test('behavior: creates none for a member of another merchant', async () => {
    const owner = await signIn(app)
    const privateKey = generatePrivateKey()
    await addMember(owner.wallet, privateKeyToAddress(privateKey), 'viewer', 0)
    const member = await signIn(app, { privateKey })
    const wallet = checksumAddress(owner.wallet)
    expect(await merchantsOf(member)).toEqual([aMembership(wallet, 'viewer')])
    expect(await countMerchants(member.wallet)).toBe(0)
    // The only merchant is chosen without `wallet`.
    const { headers } = member
    const listed = await app.inject({ url: '/api/members', headers })
    expect(listed.json().members).toHaveLength(2)
  })

  test('behavior: a pending invitation does not count', async () => {
    const owner = await signIn(app)
    const privateKey = generatePrivateKey()
    await addMember(owner.wallet, privateKeyToAddress(privateKey), 'admin', null)
    const guest = await signIn(app, { privateKey })
    const wallet = checksumAddress(guest.wallet)
    expect(await merchantsOf(guest)).toEqual([aMembership(wallet, 'owner')])
  })

  test('behavior: creates none for a buyer, who may create it later', async () => {
    const buyer = await signIn(app, { asBuyer: true })
    expect(await merchantsOf(buyer)).toEqual([])
    expect(await countMerchants(buyer.wallet)).toBe(0)
    const keys = await app.inject({ url: '/api/keys', headers: buyer.headers })
    expect(keys.json()).toEqual({
      error: 'wallet_required',
      message:
        'You belong to no merchant. Accept an invitation, or create a merchant with POST /api/merchants.',
    })
    const logout = { method: 'POST' as const, url: '/api/auth/logout', headers: buyer.headers }

    const created = await create(buyer)
    expect(created.statusCode).toBe(201)
    const wallet = checksumAddress(buyer.wallet)
    expect(created.json()).toEqual({ ok: true, merchant: { wallet, name: '', role: 'owner' } })
    expect(await merchantsOf(buyer)).toEqual([aMembership(wallet, 'owner')])
    expect((await app.inject(logout)).statusCode).toBe(200)
  })

  test('behavior: a buyer leaves no audit entry and can sign out', async () => {
    const { headers } = await signIn(app, { asBuyer: true })
    const response = await app.inject({ method: 'POST', url: '/api/auth/logout', headers })
    expect(response.json()).toEqual({ ok: true })
  })

  test('behavior: signing in as a buyer keeps an existing merchant', async () => {
    const privateKey = generatePrivateKey()
    await signIn(app, { privateKey })
    expect(await merchantsOf(await signIn(app, { privateKey, asBuyer: true }))).toHaveLength(1)
  })
})

describe('POST /api/merchants', () => {
  const limit = 'new-merchants'

  test('default: is idempotent', async () => {
    const buyer = await signIn(app, { asBuyer: true })
    const responses = await Promise.all([create(buyer), create(buyer), create(buyer)])
    const statuses = responses.map(({ statusCode }) => statusCode)
    expect(statuses.toSorted()).toEqual([200, 200, 201])
    expect(new Set(responses.map(({ body }) => body)).size).toBe(1)
    const { headers } = buyer
    const log = await app.inject({ url: '/api/audit', headers })
    expect(log.json().entries).toMatchObject([{ action: 'merchant.created', role: 'owner' }])
  })

  test('behavior: staff may own a merchant too, and then act for it without `wallet`', async () => {
    const owner = await signIn(app)
    const privateKey = generatePrivateKey()
    await addMember(owner.wallet, privateKeyToAddress(privateKey), 'viewer', 0)
    const member = await signIn(app, { privateKey })
    expect((await create(member)).statusCode).toBe(201)
    const config = await app.inject({ url: '/api/shop/config', headers: member.headers })
    expect(config.json().config.wallet).toBe(checksumAddress(member.wallet))
  })

  test('error: requires `wallet` from staff of two merchants without one of their own', async () => {
    const owners = [await signIn(app), await signIn(app)]
    const privateKey = generatePrivateKey()
    for (const { wallet } of owners) {
      await addMember(wallet, privateKeyToAddress(privateKey), 'viewer', 0)
    }
    const { headers } = await signIn(app, { privateKey })
    const response = await app.inject({ url: '/api/shop/config', headers })
    expect(response.json()).toEqual({
      error: 'wallet_required',
      message: 'Ambiguous merchant: you belong to several. Pass wallet.',
    })
    const url = `/api/shop/config?wallet=${owners[1]?.wallet}`
    expect((await app.inject({ url, headers })).statusCode).toBe(200)
  })

  test('error: requires a session and its CSRF token', async () => {
    expect((await create({ headers: {} })).statusCode).toBe(401)
    const { cookie } = await signIn(app, { asBuyer: true })
    expect((await create({ headers: { cookie } })).statusCode).toBe(403)
  })

  test('error: counts new merchants per network address, and only new ones', {
    tags: 'slow',
  }, async () => {
    const live = await liveApp('192.0.2.20')
    const privateKey = generatePrivateKey()
    await useCalls(app.ctx, { limit, owner: 'network', key: '192.0.2.20', used: 18 })
    for (let count = 0; count < 3; count += 1) await signIn(live, { privateKey })
    expect(await merchantsOf(await signIn(live))).toHaveLength(1)

    const late = await signIn(live)
    expect(await merchantsOf(late)).toEqual([])
    expect((await create(late, live)).json()).toMatchObject({
      error: 'rate_limited',
      limit,
      resetAt: expect.any(Number),
    })
    expect(await merchantsOf(await signIn(live, { privateKey }))).toHaveLength(1)
    const elsewhere = await liveApp('192.0.2.21')
    expect((await create(late, elsewhere)).statusCode).toBe(201)
  })

  test('error: counts new merchants of the platform', async () => {
    // Above the limit, because the processes of the tests before give leased calls back.
    await useCalls(app.ctx, { limit, owner: 'platform', key: '', used: 6_000 })
    // A process that has leased no calls.
    const live = await liveApp('192.0.2.22')
    const late = await signIn(live)
    expect(await merchantsOf(late)).toEqual([])
    expect((await create(late, live)).json()).toMatchObject({ error: 'rate_limited', limit })
    await app.ctx.db.query(`delete from rate_windows where bucket = 'new-merchants:platform:'`)
  })
})
