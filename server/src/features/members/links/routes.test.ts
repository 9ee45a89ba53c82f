import { generatePrivateKey } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAuthenticator } from '../../../../test/fixtures/passkeys/authenticator.js'
import {
  aLink,
  aPasskeyPerson,
  join,
  optionsOf,
  post,
  sessionOf,
} from '../../../../test/fixtures/passkeys/passkey-person.js'
import { useCalls } from '../../../../test/fixtures/used-calls.js'
import { createTestApp, type TestApp } from '../../../../test/harness.js'
import { type SignedIn, signIn } from '../../../../test/sign-in.js'
import type { Role } from '../../../auth/roles.js'
import { checksumAddress } from '../../../lib/hex.js'
import { DAY_MS } from '../../../lib/time.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const describeLink = (token: string) => post(app, '/api/invitations/link', { payload: { token } })

const accept = (as: Pick<SignedIn, 'headers'>, token: string) =>
  post(app, '/api/invitations/link/accept', { as, payload: { token } })

const invite = (as: SignedIn, payload: object) => post(app, '/api/members', { as, payload })

async function membersOf({ headers, wallet }: SignedIn) {
  const response = await app.inject({ url: `/api/members?wallet=${wallet}`, headers })
  return response.json().members
}

const remove = ({ headers, wallet }: SignedIn, id: string, merchant = wallet) =>
  app.inject({ method: 'DELETE', url: `/api/members/${id}?wallet=${merchant}`, headers })

/** A member of the owner's merchant with a wallet. */
async function aMember(owner: SignedIn, role: Role): Promise<SignedIn> {
  const member = await signIn(app, { asBuyer: true })
  const { token } = await aLink(app, { by: owner, role })
  expect((await accept(member, token)).statusCode).toBe(200)
  return member
}

async function suspend({ wallet }: SignedIn): Promise<void> {
  await app.ctx.db.query('update merchants set suspended_at = 1 where wallet = $1', [wallet])
}

describe('POST /api/members without a wallet', () => {
  test('default: creates a link, which the list shows without its token', async () => {
    const owner = await signIn(app)
    const response = await invite(owner, { role: 'cashier', name: ' Ada ' })
    expect(response.statusCode, response.body).toBe(201)
    const expiresAt = app.ctx.now() + 7 * DAY_MS
    const member = {
      id: expect.stringMatching(/^inv_/),
      wallet: null,
      name: 'Ada',
      role: 'cashier',
      invitedBy: checksumAddress(owner.wallet),
      createdAt: app.ctx.now(),
      joinedAt: null,
      expiresAt,
    }
    expect(response.json()).toEqual({
      ok: true,
      member,
      link: expect.stringMatching(/^http:\/\/tally\.test\/join#[\w-]{32}$/),
      expiresAt,
    })
    expect(await membersOf(owner)).toEqual([expect.objectContaining({ role: 'owner' }), member])
    const token = response.json().link.split('#')[1]
    const { rows } = await app.ctx.db.query<{ row: string }>(
      'select to_jsonb(invitation_links)::text as row from invitation_links',
    )
    expect(rows.some(({ row }) => row.includes(token))).toBe(false)
  })

  test('behavior: an e-mail address names the link', async () => {
    const owner = await signIn(app)
    const response = await invite(owner, { member: 'ada@example.com', role: 'viewer' })
    expect(response.json()).toMatchObject({
      member: { name: 'ada@example.com', wallet: null },
      link: expect.stringContaining('/join#'),
    })
  })

  test('error: refuses names and addresses that could forge text around them', async () => {
    const owner = await signIn(app)
    const labels = [
      { name: 'Ada\u202e' },
      { name: 'Ada\nowner' },
      { name: '<b>Ada' },
      { member: 'ada\u202e@example.com' },
    ]
    for (const label of labels) {
      const response = await invite(owner, { role: 'viewer', ...label })
      expect(response.json(), JSON.stringify(label)).toMatchObject({ error: 'invalid_input' })
    }
    expect(await membersOf(owner)).toHaveLength(1)
    const { token } = await aLink(app, { by: owner, role: 'viewer' })
    const payload = { token, name: 'Ada\u2066' }
    const options = await post(app, '/api/auth/join/options', { payload })
    expect(options.json()).toMatchObject({ error: 'invalid_input' })
    const response = createAuthenticator().create(
      await optionsOf(app, '/api/auth/join/options', { payload: { token, name: 'Ada' } }),
    )
    const joined = await post(app, '/api/auth/join', { payload: { ...payload, response } })
    expect(joined.json()).toMatchObject({ error: 'invalid_input' })
  })

  test('behavior: a repeated request creates one link and does not show it again', async () => {
    const owner = await signIn(app)
    const request = {
      method: 'POST' as const,
      url: '/api/members',
      headers: { ...owner.headers, 'idempotency-key': 'link-1' },
      payload: { role: 'viewer' },
    }
    const first = (await app.inject(request)).json()
    const second = (await app.inject(request)).json()
    expect(second).toEqual({ ...first, link: null })
    expect(await membersOf(owner)).toHaveLength(2)
  })

  test('error: grants no role above the rank of the inviter', async () => {
    const owner = await signIn(app)
    const admin = await aMember(owner, 'admin')
    const wallet = owner.wallet
    expect((await invite(owner, { role: 'owner' })).json()).toMatchObject({ error: 'forbidden' })
    expect((await invite(admin, { role: 'admin', wallet })).json()).toMatchObject({
      error: 'forbidden',
    })
    expect((await invite(admin, { role: 'cashier', wallet })).statusCode).toBe(201)
    const cashier = await aMember(owner, 'cashier')
    expect((await invite(cashier, { role: 'cashier', wallet })).json()).toMatchObject({
      error: 'forbidden',
      requiredRight: 'members:manage',
    })
  })

  test('error: open links count as members', async () => {
    const owner = await signIn(app)
    await app.ctx.db.query(
      `insert into members (merchant, person, role, created_at)
       select $1, '0xlinked' || n, 'viewer', 0 from generate_series(1, 198) n`,
      [owner.wallet],
    )
    const responses = await Promise.all([1, 2, 3].map(() => invite(owner, { role: 'viewer' })))
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 400, 400])
    const member = '0x00000000000000000000000000000000000000dd'
    expect((await invite(owner, { member, role: 'viewer' })).statusCode).toBe(400)
  })

  test('error: is limited like other invitations', async () => {
    const live = await app.sibling({}, { mode: 'live' })
    const owner = await signIn(app)
    await useCalls(app.ctx, {
      limit: 'invitations',
      owner: 'merchant',
      key: owner.wallet,
      used: 99,
    })
    const send = () => post(live, '/api/members', { as: owner, payload: { role: 'viewer' } })
    expect((await send()).statusCode).toBe(201)
    expect((await send()).json()).toMatchObject({ error: 'rate_limited', limit: 'invitations' })
  })
})

describe('an invitation link', () => {
  test('default: a person joins with a passkey and is signed in', async () => {
    const owner = await signIn(app)
    await post(app, '/api/shop/config', { as: owner, payload: { name: 'Blue Café' } })
    const { token, id } = await aLink(app, { by: owner, role: 'cashier', name: 'Night shift' })
    expect((await describeLink(token)).json()).toEqual({
      ok: true,
      invitation: {
        merchant: checksumAddress(owner.wallet),
        shopName: 'Blue Café',
        role: 'cashier',
        name: 'Night shift',
        expiresAt: app.ctx.now() + 7 * DAY_MS,
      },
    })
    const joined = await join(app, { token, name: ' Ada Lovelace ' })
    expect(joined.statusCode, joined.body).toBe(201)
    expect(joined.json()).toEqual({
      ok: true,
      id: expect.stringMatching(/^psn_/),
      name: 'Ada Lovelace',
      merchant: checksumAddress(owner.wallet),
      role: 'cashier',
      csrfToken: expect.any(String),
    })
    const person = sessionOf(joined)
    const me = await app.inject({ url: '/api/auth/me', headers: person.headers })
    expect(me.json()).toMatchObject({
      id: joined.json().id,
      wallet: null,
      name: 'Ada Lovelace',
      merchants: [{ wallet: checksumAddress(owner.wallet), name: 'Blue Café', role: 'cashier' }],
      isOperator: false,
    })
    expect(await membersOf(owner)).toMatchObject([
      { role: 'owner' },
      { id: joined.json().id, name: 'Ada Lovelace', wallet: null, joinedAt: app.ctx.now() },
    ])
    const log = await app.inject({ url: '/api/audit?limit=3', headers: owner.headers })
    expect(log.json().entries).toMatchObject([
      { action: 'session.started', actor: joined.json().id },
      { action: 'member.joined', actor: joined.json().id, before: { invitation: id } },
      { action: 'member.invited', target: id, after: { role: 'cashier', name: 'Night shift' } },
    ])
  })

  test('behavior: a signed-in wallet or passkey joins with it', async () => {
    const [owner, other] = [await signIn(app), await signIn(app)]
    const guest = await signIn(app, { asBuyer: true })
    const { token } = await aLink(app, { by: owner, role: 'viewer' })
    const accepted = await accept(guest, token)
    expect(accepted.json()).toEqual({
      ok: true,
      merchant: checksumAddress(owner.wallet),
      role: 'viewer',
    })
    expect(await membersOf({ ...guest, wallet: owner.wallet })).toHaveLength(2)

    const person = await aPasskeyPerson(app, { owner })
    const second = await aLink(app, { by: other, role: 'support' })
    expect((await accept(person, second.token)).statusCode).toBe(200)
    const me = await app.inject({ url: '/api/auth/me', headers: person.headers })
    expect(me.json().merchants).toHaveLength(2)
  })

  test('behavior: replaces an open invitation of the wallet', async () => {
    const owner = await signIn(app)
    const guest = await signIn(app, { asBuyer: true })
    await invite(owner, { member: guest.wallet, role: 'viewer' })
    const { token } = await aLink(app, { by: owner, role: 'support' })
    expect((await accept(guest, token)).statusCode).toBe(200)
    expect(await membersOf(owner)).toMatchObject([{ role: 'owner' }, { role: 'support' }])
  })

  test('error: serves one person, also when ten try at once', async () => {
    const owner = await signIn(app)
    const { token } = await aLink(app, { by: owner })
    const guests = await Promise.all(
      Array.from({ length: 5 }, () => signIn(app, { privateKey: generatePrivateKey() })),
    )
    const payload = { token, name: 'Ada' }
    const responses = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const options = await optionsOf(app, '/api/auth/join/options', { payload })
        return createAuthenticator().create(options)
      }),
    )
    const results = await Promise.all([
      ...guests.map((guest) => accept(guest, token)),
      ...responses.map((response) =>
        post(app, '/api/auth/join', { payload: { ...payload, response } }),
      ),
    ])
    const refused = results.filter(({ statusCode }) => statusCode >= 300)
    expect(refused).toHaveLength(9)
    for (const response of refused) {
      expect(response.json()).toMatchObject({ error: 'gone', reason: 'used' })
    }
    expect(await membersOf(owner)).toHaveLength(2)
    expect((await describeLink(token)).json()).toMatchObject({ error: 'gone', reason: 'used' })
  })

  test('error: expires after seven days', async () => {
    const privateKey = generatePrivateKey()
    const { token } = await aLink(app, { by: await signIn(app, { privateKey }) })
    app.ctx.clock.advance(7 * DAY_MS - 1)
    expect((await describeLink(token)).statusCode).toBe(200)
    app.ctx.clock.advance(1)
    const guest = await signIn(app, { asBuyer: true })
    for (const response of [await describeLink(token), await accept(guest, token)]) {
      expect(response.json()).toMatchObject({ error: 'gone', reason: 'expired' })
    }
    expect(await membersOf(await signIn(app, { privateKey }))).toHaveLength(1)
  })

  test('error: a withdrawn link is unknown, and a used one cannot be withdrawn', async () => {
    const owner = await signIn(app)
    const [open, used] = [await aLink(app, { by: owner }), await aLink(app, { by: owner })]
    await accept(await signIn(app, { asBuyer: true }), used.token)
    expect((await remove(owner, used.id)).statusCode).toBe(404)
    expect((await remove(await signIn(app), open.id)).statusCode).toBe(404)
    expect((await remove(owner, open.id)).json()).toEqual({
      ok: true,
      member: open.id,
      removed: true,
    })
    expect((await describeLink(open.token)).json()).toMatchObject({ error: 'not_found' })
    const log = await app.inject({ url: '/api/audit?limit=1', headers: owner.headers })
    expect(log.json().entries).toMatchObject([{ action: 'member.removed', target: open.id }])
  })

  test('error: only the owner withdraws links of admins', async () => {
    const owner = await signIn(app)
    const admin = await aMember(owner, 'admin')
    const { id } = await aLink(app, { by: owner, role: 'admin' })
    expect((await remove(admin, id, owner.wallet)).json()).toMatchObject({ error: 'forbidden' })
    expect((await remove(owner, id)).statusCode).toBe(200)
  })

  test('error: a link of a removed admin is void', async () => {
    const owner = await signIn(app)
    const admin = await aMember(owner, 'admin')
    const { token } = await aLink(app, { by: { ...admin, wallet: owner.wallet } })
    expect((await describeLink(token)).statusCode).toBe(200)
    await remove(owner, admin.wallet)
    expect((await accept(admin, token)).json()).toMatchObject({ error: 'not_found' })
  })

  test('error: a member keeps the role and the link stays open', async () => {
    const owner = await signIn(app)
    const { token } = await aLink(app, { by: owner })
    expect((await accept(owner, token)).json()).toMatchObject({ error: 'conflict' })
    expect((await describeLink(token)).statusCode).toBe(200)
  })

  test('error: a suspended merchant gets no members', async () => {
    const owner = await signIn(app)
    const { token } = await aLink(app, { by: owner })
    const guest = await signIn(app, { asBuyer: true })
    await suspend(owner)
    const payload = { token, name: 'Ada' }
    for (const response of [
      await describeLink(token),
      await accept(guest, token),
      await post(app, '/api/auth/join/options', { payload }),
    ]) {
      expect(response.json()).toMatchObject({ error: 'merchant_suspended' })
    }
  })

  test('error: an unknown token, a foreign challenge and another origin are refused', async () => {
    const owner = await signIn(app)
    const { token } = await aLink(app, { by: owner })
    expect((await describeLink('guess')).json()).toMatchObject({ error: 'not_found' })
    const payload = { token, name: 'Ada' }
    const options = await optionsOf(app, '/api/auth/join/options', { payload })
    const authenticator = createAuthenticator()
    const foreign = await optionsOf(app, '/api/passkeys/options', { as: owner })
    const attempts = [
      authenticator.create({ ...options, challenge: foreign['challenge'] }),
      authenticator.create(options, { origin: 'http://evil.test' }),
      authenticator.create(options, { rpId: 'evil.test' }),
    ]
    for (const response of attempts) {
      const refused = await post(app, '/api/auth/join', { payload: { ...payload, response } })
      expect(refused.json()).toMatchObject({ error: 'unauthorized' })
    }
    expect(await membersOf(owner)).toHaveLength(2)
  })
})

describe('a person without a wallet', () => {
  test('error: has no merchant of their own and cannot get one', async () => {
    const owner = await signIn(app)
    const person = await aPasskeyPerson(app, { owner, role: 'admin' })
    const created = await post(app, '/api/merchants', { as: person })
    expect(created.json()).toMatchObject({ error: 'forbidden' })
    await expect(
      app.ctx.db.query(`update members set role = 'owner' where person = $1`, [person.id]),
    ).rejects.toThrow(/check/)
  })

  test('behavior: keeps the passkey after leaving, and may join again', async () => {
    const owner = await signIn(app)
    const person = await aPasskeyPerson(app, { owner, role: 'viewer' })
    expect((await remove(owner, person.id)).statusCode).toBe(200)
    const { token } = await aLink(app, { by: owner, role: 'support' })
    expect((await accept(person, token)).statusCode).toBe(200)
    expect(await membersOf(owner)).toMatchObject([
      { role: 'owner' },
      { id: person.id, name: 'Ada', role: 'support' },
    ])
  })
})
