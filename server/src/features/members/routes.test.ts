import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { type SignedIn, signIn } from '../../../test/sign-in.js'
import { listRights, type Role } from '../../auth/roles.js'
import { checksumAddress } from '../../lib/hex.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

type Call = { method?: 'GET' | 'POST' | 'PUT' | 'DELETE'; path?: string; payload?: object }

const call = (person: SignedIn, { method = 'GET', path = '', payload }: Call = {}) =>
  app.inject({
    method,
    url: `/api/members${path}`,
    headers: person.headers,
    ...(payload && { payload }),
  })

const invite = (person: SignedIn, payload: object) => call(person, { method: 'POST', payload })

/** A member of `owner`'s merchant. */
async function aMember(owner: SignedIn, role: Role): Promise<SignedIn> {
  const privateKey = generatePrivateKey()
  const response = await invite(owner, { member: privateKeyToAddress(privateKey), role })
  expect(response.statusCode).toBe(201)
  const member = await signIn(app, { privateKey })
  await accept(member)
  return member
}

/** Accepts the only invitation of a person. */
async function accept({ headers }: SignedIn): Promise<void> {
  const { invitations } = (await app.inject({ url: '/api/invitations', headers })).json()
  const url = `/api/invitations/${invitations[0].id}/accept`
  expect((await app.inject({ method: 'POST', url, headers })).statusCode).toBe(200)
}

describe('POST /api/members', () => {
  test('default: invites a wallet, which joins by accepting', async () => {
    const owner = await signIn(app)
    const privateKey = generatePrivateKey()
    const member = privateKeyToAddress(privateKey)
    const response = await invite(owner, { member, role: 'cashier' })
    expect(response.statusCode).toBe(201)
    expect(response.json()).toEqual({
      ok: true,
      member: {
        id: member,
        wallet: member,
        name: null,
        role: 'cashier',
        invitedBy: checksumAddress(owner.wallet),
        createdAt: app.ctx.now(),
        joinedAt: null,
        expiresAt: null,
      },
      link: null,
      expiresAt: null,
    })

    const guest = await signIn(app, { privateKey })
    await accept(guest)
    const me = await app.inject({ url: '/api/auth/me', headers: guest.headers })
    expect(me.json().merchants).toEqual([
      { wallet: member, name: '', role: 'owner', rights: listRights('owner') },
      {
        wallet: checksumAddress(owner.wallet),
        name: '',
        role: 'cashier',
        rights: listRights('cashier'),
      },
    ])
    expect((await call(owner)).json().members).toMatchObject([
      { role: 'owner' },
      { wallet: member, joinedAt: app.ctx.now() },
    ])
  })

  test('behavior: accepting gives rights to an older session', async () => {
    const owner = await signIn(app)
    const before = await signIn(app)
    await invite(owner, { member: before.wallet, role: 'viewer' })
    const path = `?wallet=${owner.wallet}`
    expect((await call(before, { path })).statusCode).toBe(403)
    await accept(before)
    expect((await call(before, { path })).statusCode).toBe(200)
  })

  test('behavior: an admin may invite, except admins', async () => {
    const owner = await signIn(app)
    const admin = await aMember(owner, 'admin')
    const asAdmin = (role: Role) =>
      invite(admin, {
        wallet: owner.wallet,
        member: privateKeyToAddress(generatePrivateKey()),
        role,
      })
    expect((await asAdmin('cashier')).statusCode).toBe(201)
    expect((await asAdmin('admin')).json()).toMatchObject({ error: 'forbidden' })
  })

  test.each(['cashier', 'viewer'] as const)('error: refuses a %s', async (role) => {
    const owner = await signIn(app)
    const member = await aMember(owner, role)
    const payload = { wallet: owner.wallet, member: member.wallet, role: 'viewer' }
    expect((await invite(member, payload)).json()).toMatchObject({ error: 'forbidden' })
  })

  test('error: refuses members and oneself', async () => {
    const owner = await signIn(app)
    const member = privateKeyToAddress(generatePrivateKey())
    await invite(owner, { member, role: 'viewer' })
    const repeatedResponse = await invite(owner, { member, role: 'cashier' })
    expect(repeatedResponse.json()).toMatchObject({ error: 'conflict' })
    const self = await invite(owner, { member: owner.wallet, role: 'viewer' })
    expect(self.json()).toMatchObject({ error: 'conflict' })
  })

  test('behavior: repeating an open invitation returns it', async () => {
    const owner = await signIn(app)
    const payload = { member: privateKeyToAddress(generatePrivateKey()), role: 'viewer' }
    const first = await invite(owner, payload)
    app.ctx.clock.advance(1_000)
    const second = await invite(owner, payload)
    expect(second.statusCode).toBe(201)
    expect(second.json()).toEqual(first.json())
  })

  test('behavior: third parties cannot use up the invitations of a wallet', async () => {
    const member = privateKeyToAddress(generatePrivateKey()).toLowerCase()
    await app.ctx.db.query(
      `with made as (
         insert into merchants (wallet, created_at)
         select '0xthirdparty' || n, 0 from generate_series(1, 50) n returning wallet
       )
       insert into members (merchant, person, role, created_at)
       select wallet, $1, 'viewer', 0 from made`,
      [member],
    )
    const owner = await signIn(app)
    expect((await invite(owner, { member, role: 'viewer' })).statusCode).toBe(201)
  })

  test('error: refuses more than 200 members', async () => {
    const owner = await signIn(app)
    await app.ctx.db.query(
      `insert into members (merchant, person, role, created_at)
       select $1, '0xmember' || n, 'viewer', 0 from generate_series(1, 199) n`,
      [owner.wallet],
    )
    const member = privateKeyToAddress(generatePrivateKey())
    const response = await invite(owner, { member, role: 'viewer' })
    expect(response.json()).toMatchObject({ error: 'invalid_input' })
  })

  test('error: refuses to grant the owner role', async () => {
    const owner = await signIn(app)
    const member = privateKeyToAddress(generatePrivateKey())
    const response = await invite(owner, { member, role: 'owner' })
    expect(response.json()).toMatchObject({ error: 'forbidden' })
  })

  test.each([
    ['invalid_wallet', { member: '0x12', role: 'viewer' }],
    ['invalid_wallet', { member: 'ada@', role: 'viewer' }],
    ['invalid_input', { member: 'ada@example.com' }],
    ['invalid_input', {}],
    ['invalid_input', { member: '0x00000000000000000000000000000000000000aa', role: 'king' }],
  ])('error: returns %s for %j', async (error, payload) => {
    expect((await invite(await signIn(app), payload)).json()).toMatchObject({ error })
  })
})

describe('PUT /api/members/{member}', () => {
  test('default: takes effect with the next request', async () => {
    const owner = await signIn(app)
    const member = await aMember(owner, 'viewer')
    const listKeys = { method: 'GET' as const, url: `/api/keys?wallet=${owner.wallet}` }
    expect((await app.inject({ ...listKeys, headers: member.headers })).statusCode).toBe(403)
    const path = `/${member.wallet}`
    const response = await call(owner, { method: 'PUT', path, payload: { role: 'admin' } })
    expect(response.json()).toMatchObject({ ok: true, member: { role: 'admin' } })
    expect((await app.inject({ ...listKeys, headers: member.headers })).statusCode).toBe(200)
  })

  test('error: refuses changes of admins by an admin', async () => {
    const owner = await signIn(app)
    const [admin, peer, clerk] = [
      await aMember(owner, 'admin'),
      await aMember(owner, 'admin'),
      await aMember(owner, 'viewer'),
    ]
    const change = (wallet: string, role: Role) =>
      call(admin, {
        method: 'PUT',
        path: `/${wallet}`,
        payload: { role, wallet: owner.wallet },
      })
    expect((await change(peer.wallet, 'viewer')).statusCode).toBe(403)
    expect((await change(clerk.wallet, 'admin')).statusCode).toBe(403)
    expect((await change(owner.wallet, 'viewer')).statusCode).toBe(403)
    expect((await change(clerk.wallet, 'cashier')).statusCode).toBe(200)
  })

  test('error: returns 404 for a wallet that is not a member', async () => {
    const owner = await signIn(app)
    const path = `/${(await signIn(app)).wallet}`
    const response = await call(owner, { method: 'PUT', path, payload: { role: 'viewer' } })
    expect(response.statusCode).toBe(404)
  })
})

describe('DELETE /api/members/{member}', () => {
  test('default: takes effect with the next request', async () => {
    const owner = await signIn(app)
    const member = await aMember(owner, 'viewer')
    const path = `?wallet=${owner.wallet}`
    expect((await call(member, { path })).statusCode).toBe(200)
    const response = await call(owner, { method: 'DELETE', path: `/${member.wallet}` })
    expect(response.json()).toEqual({
      ok: true,
      member: checksumAddress(member.wallet),
      removed: true,
    })
    expect((await call(member, { path })).statusCode).toBe(403)
  })

  test('error: refuses to remove the owner', async () => {
    const owner = await signIn(app)
    const response = await call(owner, { method: 'DELETE', path: `/${owner.wallet}` })
    expect(response.json()).toMatchObject({ error: 'forbidden' })
  })
})

describe('POST /api/members/leave', () => {
  test('default', async () => {
    const owner = await signIn(app)
    const member = await aMember(owner, 'viewer')
    const leave = () =>
      call(member, { method: 'POST', path: '/leave', payload: { wallet: owner.wallet } })
    expect((await leave()).json()).toMatchObject({ ok: true, removed: true })
    expect((await leave()).statusCode).toBe(403)
    expect((await call(owner)).json().members).toHaveLength(1)
  })

  test('error: refuses the owner', async () => {
    const owner = await signIn(app)
    expect((await call(owner, { method: 'POST', path: '/leave' })).statusCode).toBe(403)
  })
})

describe('the audit log', () => {
  test('behavior: records every change with actor and role', async () => {
    const owner = await signIn(app)
    const member = await aMember(owner, 'viewer')
    const path = `/${member.wallet}`
    await call(owner, { method: 'PUT', path, payload: { role: 'cashier' } })
    await call(owner, { method: 'DELETE', path })
    const log = await app.inject({ url: '/api/audit', headers: owner.headers })
    expect(log.json().entries).toMatchObject([
      { action: 'member.removed', before: { role: 'cashier' }, after: null, role: 'owner' },
      { action: 'member.role_changed', before: { role: 'viewer' }, after: { role: 'cashier' } },
      { action: 'member.joined', actor: checksumAddress(member.wallet), role: 'viewer' },
      { action: 'member.invited', target: member.wallet, actor: checksumAddress(owner.wallet) },
      { action: 'session.started' },
      { action: 'merchant.created' },
    ])
  })
})
