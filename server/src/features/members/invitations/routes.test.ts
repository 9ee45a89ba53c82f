import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aWallet } from '../../../../test/fixtures/factories.js'
import { useCalls } from '../../../../test/fixtures/used-calls.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import { type SignedIn, signIn } from '../../../../test/sign-in.js'
import type { Role } from '../../../auth/roles.js'
import { checksumAddress } from '../../../lib/hex.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

type Listed = { id: string; merchant: string; role: Role; createdAt: number }

async function invite(owner: SignedIn, member: string, role: Role = 'viewer'): Promise<void> {
  const payload = { member, role, wallet: owner.wallet }
  const { headers } = owner
  const response = await app.inject({ method: 'POST', url: '/api/members', headers, payload })
  expect(response.statusCode, response.body).toBe(201)
}

async function listed({ headers }: SignedIn, query = ''): Promise<Listed[]> {
  const response = await app.inject({ url: `/api/invitations${query}`, headers })
  expect(response.statusCode, response.body).toBe(200)
  return response.json().invitations
}

const act = ({ headers }: SignedIn, id: string, verb: 'accept' | 'decline') =>
  app.inject({ method: 'POST', url: `/api/invitations/${id}/${verb}`, headers })

const membersOf = async (owner: SignedIn, as = owner) =>
  app.inject({ url: `/api/members?wallet=${owner.wallet}`, headers: as.headers })

/** An invited wallet that has signed in, with the id of its invitation. */
async function anInvitation(role: Role = 'viewer') {
  const owner = await signIn(app)
  const privateKey = generatePrivateKey()
  await invite(owner, privateKeyToAddress(privateKey), role)
  const guest = await signIn(app, { privateKey })
  const [invitation] = await listed(guest)
  return { owner, guest, privateKey, id: invitation?.id ?? '', invitation }
}

describe('an invitation', () => {
  test('default: takes effect when the wallet accepts it, not when it signs in', async () => {
    const { owner, guest, privateKey, id, invitation } = await anInvitation()
    expect(invitation).toEqual({
      id: expect.stringMatching(/^inv_/),
      merchant: checksumAddress(owner.wallet),
      role: 'viewer',
      createdAt: app.ctx.now(),
    })
    await signIn(app, { privateKey })
    expect((await membersOf(owner, guest)).statusCode).toBe(403)

    app.ctx.clock.advance(1_000)
    const accepted = await act(guest, id, 'accept')
    const joinedAt = app.ctx.now()
    expect(accepted.json()).toEqual({ ok: true, invitation: { ...invitation, joinedAt } })
    expect((await membersOf(owner, guest)).json().members).toMatchObject([
      { role: 'owner' },
      { wallet: checksumAddress(guest.wallet), role: 'viewer', joinedAt },
    ])
    expect(await listed(guest)).toEqual([])
  })

  test('behavior: accepting twice is harmless', async () => {
    const { owner, guest, id } = await anInvitation()
    const [first, second] = await Promise.all([act(guest, id, 'accept'), act(guest, id, 'accept')])
    app.ctx.clock.advance(1_000)
    const third = await act(guest, id, 'accept')
    expect([first.statusCode, third.statusCode]).toEqual([200, 200])
    expect([second.json(), third.json()]).toEqual([first.json(), first.json()])
    const log = await app.inject({ url: '/api/audit?action=member.joined', headers: owner.headers })
    expect(log.json().entries).toHaveLength(1)
  })

  test('behavior: declining removes it, and the merchant may invite again', async () => {
    const { owner, guest, id } = await anInvitation()
    const declined = await act(guest, id, 'decline')
    expect(declined.json()).toEqual({ ok: true, id, declined: true })
    expect((await act(guest, id, 'decline')).statusCode).toBe(404)
    expect((await act(guest, id, 'accept')).statusCode).toBe(404)
    expect((await membersOf(owner)).json().members).toHaveLength(1)
    await invite(owner, guest.wallet)
    const [repeatedListed] = await listed(guest)
    expect(repeatedListed?.id).not.toBe(id)
  })

  test('behavior: the audit log records accepting and declining under the guest', async () => {
    const { owner, guest, id } = await anInvitation('viewer')
    await act(guest, id, 'decline')
    await invite(owner, guest.wallet, 'viewer')
    const [repeatedListed] = await listed(guest)
    await act(guest, repeatedListed?.id ?? '', 'accept')
    const log = await app.inject({ url: '/api/audit?limit=4', headers: owner.headers })
    const by = { actor: checksumAddress(guest.wallet), role: 'viewer', target: guest.wallet }
    expect(log.json().entries).toMatchObject([
      { action: 'member.joined', ...by },
      { action: 'member.invited' },
      { action: 'member.declined', ...by, before: { role: 'viewer' }, after: null },
      { action: 'member.invited' },
    ])
  })

  test('error: declining an accepted invitation keeps the membership', async () => {
    const { owner, guest, id } = await anInvitation()
    await act(guest, id, 'accept')
    expect((await act(guest, id, 'decline')).json()).toMatchObject({ error: 'conflict' })
    expect((await membersOf(owner, guest)).statusCode).toBe(200)
  })

  test.each(['accept', 'decline'] as const)('error: a third party cannot %s it', async (verb) => {
    const { owner, guest, id } = await anInvitation()
    const thirdParty = await signIn(app)
    for (const person of [thirdParty, owner]) {
      expect((await act(person, id, verb)).json()).toMatchObject({ error: 'not_found' })
      expect((await act(person, 'inv_unknown', verb)).statusCode).toBe(404)
    }
    expect(await listed(guest)).toHaveLength(1)
  })

  test('error: a withdrawn invitation cannot be accepted', async () => {
    const { owner, guest, id } = await anInvitation()
    const url = `/api/members/${guest.wallet}`
    await app.inject({ method: 'DELETE', url, headers: owner.headers })
    expect((await act(guest, id, 'accept')).statusCode).toBe(404)
  })

  test.each(['accept', 'decline'] as const)('error: %s needs the CSRF token', async (verb) => {
    const { guest, id } = await anInvitation()
    const url = `/api/invitations/${id}/${verb}`
    const headers = { cookie: guest.cookie }
    expect((await app.inject({ method: 'POST', url, headers })).statusCode).toBe(403)
  })
})

describe('invitations of third parties', () => {
  test('behavior: 150 of them hide no invitation of an expected merchant', async () => {
    const privateKey = generatePrivateKey()
    const wallet = privateKeyToAddress(privateKey)
    const owner = await signIn(app)
    await invite(owner, wallet)
    await app.ctx.db.query(
      `with made as (
         insert into merchants (wallet, created_at)
         select '0x' || lpad(to_hex(n), 40, '0'), 0 from generate_series(1, 150) n returning wallet
       )
       insert into members (merchant, person, role, created_at)
       select wallet, $1, 'viewer', $2 from made`,
      [wallet.toLowerCase(), app.ctx.now() + 1],
    )
    const other = await signIn(app)
    await invite(other, wallet)

    const guest = await signIn(app, { privateKey })
    const all = await listed(guest)
    expect(all).toHaveLength(100)
    const [wantedListed] = await listed(guest, `?merchant=${owner.wallet}`)
    expect(wantedListed).toMatchObject({ merchant: checksumAddress(owner.wallet), role: 'viewer' })
    expect((await act(guest, wantedListed?.id ?? '', 'accept')).statusCode).toBe(200)
    expect((await act(guest, all[0]?.id ?? '', 'decline')).statusCode).toBe(200)
    const invalidResponse = await app.inject({
      url: '/api/invitations?merchant=x',
      headers: guest.headers,
    })
    expect(invalidResponse.json()).toMatchObject({ error: 'invalid_wallet' })
  })

  test('error: are limited per merchant and per network address', { tags: 'slow' }, async () => {
    const live = await app.sibling({}, { mode: 'live' })
    const inviteFrom = async ({ headers }: SignedIn, remoteAddress: string) => {
      const payload = { member: aWallet(), role: 'viewer' }
      const request = { method: 'POST' as const, url: '/api/members', headers, payload }
      return (await live.inject({ ...request, remoteAddress })).json()
    }
    const [busy, other] = [await signIn(app), await signIn(app)]
    const limit = 'invitations'
    await useCalls(app.ctx, { limit, owner: 'merchant', key: busy.wallet, used: 99 })
    await useCalls(app.ctx, { limit, owner: 'network', key: '192.0.2.9', used: 199 })

    const reached = { error: 'rate_limited', limit, resetAt: expect.any(Number) }
    expect(await inviteFrom(busy, '192.0.2.10')).toMatchObject({ ok: true })
    expect(await inviteFrom(busy, '192.0.2.10')).toMatchObject(reached)
    expect(await inviteFrom(other, '192.0.2.9')).toMatchObject({ ok: true })
    expect(await inviteFrom(other, '192.0.2.9')).toMatchObject(reached)
    expect(await inviteFrom(other, '192.0.2.11')).toMatchObject({ ok: true })
  })
})
