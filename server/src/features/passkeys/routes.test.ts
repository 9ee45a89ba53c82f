import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAuthenticator } from '../../../test/fixtures/passkeys/authenticator.js'
import {
  addPasskey,
  aPasskeyPerson,
  optionsOf,
  post,
  sessionOf,
  signInWithPasskey,
} from '../../../test/fixtures/passkeys/passkey-person.js'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { type SignedIn, signIn } from '../../../test/sign-in.js'
import { checksumAddress } from '../../lib/hex.js'
import { MINUTE_MS } from '../../lib/time.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

type Caller = Pick<SignedIn, 'headers'>

const listed = async ({ headers }: Caller) =>
  (await app.inject({ url: '/api/passkeys', headers })).json().passkeys

const remove = ({ headers }: Caller, id: string) =>
  app.inject({ method: 'DELETE', url: `/api/passkeys/${id}`, headers })

const me = async ({ headers }: Caller) =>
  (await app.inject({ url: '/api/auth/me', headers })).json()

/** An owner with a passkey. */
async function anOwner({ counts = true } = {}) {
  const owner = await signIn(app)
  const authenticator = createAuthenticator({ counts })
  const added = await addPasskey(app, { as: owner, authenticator })
  expect(added.statusCode, added.body).toBe(201)
  return { owner, authenticator, id: added.json().passkey.id as string }
}

describe('POST /api/passkeys', () => {
  test('default: adds a passkey that is verified, discoverable and without attestation', async () => {
    const owner = await signIn(app)
    const authenticator = createAuthenticator()
    const options = await optionsOf(app, '/api/passkeys/options', { as: owner })
    expect(options).toMatchObject({
      rp: { id: 'tally.test' },
      user: { name: checksumAddress(owner.wallet) },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    })
    const response = authenticator.create(options)
    const payload = { name: ' My phone ', response }
    const added = await post(app, '/api/passkeys', { as: owner, payload })
    expect(added.statusCode).toBe(201)
    const passkey = {
      id: response.id,
      name: 'My phone',
      createdAt: app.ctx.now(),
      lastUsedAt: null,
    }
    expect(added.json()).toEqual({ ok: true, passkey })
    expect(await listed(owner)).toEqual([passkey])
    const next = await optionsOf(app, '/api/passkeys/options', { as: owner })
    expect(next).toMatchObject({ excludeCredentials: [{ id: response.id }] })
  })

  test.each(['Pho\u202ene', 'Pho\nne', '<b>Phone', '\u200b'])(
    'error: refuses the name %j',
    async (name) => {
      const { owner, id } = await anOwner()
      const { headers } = owner
      const options = await optionsOf(app, '/api/passkeys/options', { as: owner })
      const payload = { name, response: createAuthenticator().create(options) }
      const added = await post(app, '/api/passkeys', { as: owner, payload })
      expect(added.json()).toMatchObject({ error: 'invalid_input' })
      const url = `/api/passkeys/${id}`
      const renamed = await app.inject({ method: 'PUT', url, headers, payload: { name } })
      expect(renamed.json()).toMatchObject({ error: 'invalid_input' })
      expect(await listed(owner)).toMatchObject([{ id, name: 'Phone' }])
    },
  )

  test('behavior: records additions, names and removals in the audit log', async () => {
    const { owner, id } = await anOwner()
    const { headers } = owner
    const payload = { name: 'Laptop' }
    const renamed = await app.inject({
      method: 'PUT',
      url: `/api/passkeys/${id}`,
      headers,
      payload,
    })
    expect(renamed.json()).toMatchObject({ passkey: { id, name: 'Laptop' } })
    expect((await remove(owner, id)).json()).toEqual({ ok: true, id, removed: true })
    expect(await listed(owner)).toEqual([])
    const log = await app.inject({ url: '/api/audit?limit=3', headers })
    const by = { actor: checksumAddress(owner.wallet), target: id }
    expect(log.json().entries).toMatchObject([
      { action: 'passkey.removed', ...by, before: { name: 'Laptop' } },
      { action: 'passkey.renamed', ...by, before: { name: 'Phone' }, after: { name: 'Laptop' } },
      { action: 'passkey.added', ...by, after: { name: 'Phone' } },
    ])
  })

  test.each([
    ['another origin', { origin: 'http://evil.test' }, 'unauthorized'],
    ['another port', { origin: 'http://tally.test:81' }, 'unauthorized'],
    ['a frame on another site', { crossOrigin: true }, 'unauthorized'],
    ['another site', { rpId: 'evil.test' }, 'unauthorized'],
    ['no user verification', { flags: 0x41 }, 'unauthorized'],
    ['a response of a sign-in', { type: 'webauthn.get' }, 'unauthorized'],
    [
      'an attestation with certificates',
      { attestation: { fmt: 'packed', attStmt: new Map([['x5c', []]]) } },
      'invalid_input',
    ],
    ['an unknown attestation', { attestation: { fmt: 'tpm' } }, 'invalid_input'],
  ])('error: refuses %s', async (_name, deviation, error) => {
    const owner = await signIn(app)
    const options = await optionsOf(app, '/api/passkeys/options', { as: owner })
    const response = createAuthenticator().create(options, deviation)
    const payload = { name: 'Phone', response }
    const added = await post(app, '/api/passkeys', { as: owner, payload })
    expect(added.json()).toMatchObject({ error })
    expect(await listed(owner)).toEqual([])
  })

  test('error: a challenge serves once, for five minutes, and for its purpose', async () => {
    const owner = await signIn(app)
    const options = await optionsOf(app, '/api/passkeys/options', { as: owner })
    const attempt = (given = options) =>
      post(app, '/api/passkeys', {
        as: owner,
        payload: { name: 'Phone', response: createAuthenticator().create(given) },
      })
    const responses = await Promise.all(Array.from({ length: 5 }, () => attempt()))
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([
      201, 401, 401, 401, 401,
    ])
    const other = await optionsOf(app, '/api/auth/passkey/options')
    expect((await attempt({ ...options, challenge: other['challenge'] })).statusCode).toBe(401)
    const late = await optionsOf(app, '/api/passkeys/options', { as: owner })
    app.ctx.clock.advance(5 * MINUTE_MS)
    const refused = await attempt(late)
    expect(refused.json()).toMatchObject({ error: 'unauthorized' })
    expect(refused.json().message).toMatch(/Get new options/)
  })

  test('error: refuses a passkey that is registered, also for another person', async () => {
    const [owner, other] = [await signIn(app), await signIn(app)]
    const options = await optionsOf(app, '/api/passkeys/options', { as: owner })
    const response = createAuthenticator().create(options)
    await post(app, '/api/passkeys', { as: owner, payload: { name: 'Phone', response } })
    const next = await optionsOf(app, '/api/passkeys/options', { as: other })
    const data = {
      type: 'webauthn.create',
      challenge: next['challenge'],
      origin: 'http://tally.test',
    }
    const clientDataJSON = Buffer.from(JSON.stringify(data)).toString('base64url')
    const copied = { ...response, response: { ...response.response, clientDataJSON } }
    const payload = { name: 'Phone', response: copied }
    const refused = await post(app, '/api/passkeys', { as: other, payload })
    expect(refused.json()).toMatchObject({ error: 'conflict' })
    expect(await listed(other)).toEqual([])
  })

  test('error: refuses the 21st, also concurrently', async () => {
    const owner = await signIn(app)
    await app.ctx.db.query(
      `insert into passkeys (person, id, public_key, counter, transports, name, created_at)
       select $1, $1 || n, '', 0, '{}', 'Phone', 0 from generate_series(1, 18) n`,
      [owner.wallet],
    )
    const responses = await Promise.all(
      Array.from({ length: 4 }, () =>
        addPasskey(app, { as: owner, authenticator: createAuthenticator() }),
      ),
    )
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 201, 400, 400])
    expect(await listed(owner)).toHaveLength(20)
  })

  test('error: needs a recent sign-in', async () => {
    const { owner, id } = await anOwner()
    app.ctx.clock.advance(5 * MINUTE_MS + 1)
    const { headers } = owner
    const requests = await Promise.all([
      post(app, '/api/passkeys/options', { as: owner }),
      post(app, '/api/passkeys', { as: owner }),
      app.inject({ method: 'PUT', url: `/api/passkeys/${id}`, headers, payload: { name: 'x' } }),
      remove(owner, id),
    ])
    for (const response of requests) {
      expect(response.json()).toMatchObject({ error: 'step_up_required' })
    }
    expect(await listed(owner)).toHaveLength(1)
  })

  test.each([
    ['no response', {}],
    ['an empty name', { name: ' ' }],
    ['client data that is not JSON', { client: 'e30x' }],
    ['client data without a challenge', { client: 'e30' }],
    ['an attestation that is not CBOR', { attestation: '____' }],
  ])('error: returns invalid_input for %s', async (_name, change) => {
    const owner = await signIn(app)
    const options = await optionsOf(app, '/api/passkeys/options', { as: owner })
    const { name = 'Phone', client, attestation } = change as Record<string, string>
    const created = createAuthenticator().create(options)
    const response = {
      ...created,
      response: {
        ...created.response,
        ...(client && { clientDataJSON: client }),
        ...(attestation && { attestationObject: attestation }),
      },
    }
    const payload = Object.keys(change).length > 0 ? { name, response } : { name }
    const refused = await post(app, '/api/passkeys', { as: owner, payload })
    expect(refused.json()).toMatchObject({ error: 'invalid_input' })
  })
})

describe('DELETE /api/passkeys/{id}', () => {
  test('error: returns 404 for a passkey of another person', async () => {
    const { owner, id } = await anOwner()
    const other = await signIn(app)
    expect((await remove(other, id)).statusCode).toBe(404)
    expect(await listed(owner)).toHaveLength(1)
  })

  test('error: keeps the last passkey of a person without a wallet, also concurrently', async () => {
    const person = await aPasskeyPerson(app, { owner: await signIn(app) })
    await addPasskey(app, { as: person, authenticator: createAuthenticator() })
    const ids: string[] = (await listed(person)).map(({ id }: { id: string }) => id)
    expect(ids).toHaveLength(2)
    const responses = await Promise.all(ids.map((id) => remove(person, id)))
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    expect(await listed(person)).toHaveLength(1)
  })
})

describe('POST /api/auth/passkey', () => {
  test('default: signs in without a user name', async () => {
    const { owner, authenticator } = await anOwner()
    const options = await optionsOf(app, '/api/auth/passkey/options')
    expect(options).toMatchObject({ rpId: 'tally.test', userVerification: 'required' })
    expect(options['allowCredentials'] ?? []).toEqual([])
    const response = await signInWithPasskey(app, { authenticator })
    const wallet = checksumAddress(owner.wallet)
    expect(response.json()).toEqual({
      ok: true,
      id: wallet,
      wallet,
      csrfToken: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(await me(sessionOf(response))).toMatchObject({ wallet, merchants: [{ role: 'owner' }] })
    expect(await listed(owner)).toMatchObject([{ lastUsedAt: app.ctx.now() }])
  })

  test('behavior: a passkey that does not count signs in every time', async () => {
    const { authenticator } = await anOwner({ counts: false })
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect((await signInWithPasskey(app, { authenticator })).statusCode).toBe(200)
    }
  })

  test('error: refuses a response twice, also concurrently', async () => {
    const { authenticator } = await anOwner({ counts: false })
    const response = authenticator.get(await optionsOf(app, '/api/auth/passkey/options'))
    const send = () => post(app, '/api/auth/passkey', { payload: { response } })
    const responses = await Promise.all(Array.from({ length: 5 }, send))
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([
      200, 401, 401, 401, 401,
    ])
  })

  test.each([
    ['another origin', { origin: 'http://evil.test' }],
    ['another site', { rpId: 'evil.test' }],
    ['no user verification', { flags: 0x01 }],
    ['no presence', { flags: 0x04 }],
    ['a registration', { type: 'webauthn.create' }],
    ['a handle of another person', { userHandle: 'AAAA' }],
  ])('error: refuses %s', async (_name, deviation) => {
    const { authenticator } = await anOwner()
    const response = await signInWithPasskey(app, { authenticator, ...deviation })
    expect(response.json()).toMatchObject({ error: 'unauthorized' })
    expect(response.headers['set-cookie']).toBeUndefined()
  })

  test('error: refuses a forged signature', async () => {
    const { authenticator, id } = await anOwner()
    const forger = createAuthenticator()
    forger.create({ rp: { id: 'tally.test' }, user: { id: 'AAAA' }, challenge: '' })
    const options = await optionsOf(app, '/api/auth/passkey/options')
    const { userHandle } = authenticator.get(options).response
    const forged = { ...forger.get(options, { userHandle }), id, rawId: id }
    const refused = await post(app, '/api/auth/passkey', { payload: { response: forged } })
    expect(refused.json()).toMatchObject({ error: 'unauthorized' })
  })

  test('error: refuses a removed passkey and says what to do', async () => {
    const { owner, authenticator, id } = await anOwner()
    await remove(owner, id)
    const response = await signInWithPasskey(app, { authenticator })
    expect(response.json()).toMatchObject({ error: 'unauthorized' })
    expect(response.json().message).toMatch(/may have been removed/)
  })

  test.each([
    ['goes back', 5, 4],
    ['stays', 5, 5],
    ['ends', 5, 0],
  ])(
    'error: a counter that %s is refused, recorded and raises an alert',
    async (_name, ...counters) => {
      const { owner, authenticator, id } = await anOwner()
      const [first, second] = counters
      const use = (counter: number) => signInWithPasskey(app, { authenticator, counter })
      expect((await use(first)).statusCode).toBe(200)
      const refused = await use(second)
      expect(refused.json()).toMatchObject({ error: 'unauthorized' })
      expect(refused.json().message).toMatch(/copied/)
      expect(refused.headers['set-cookie']).toBeUndefined()
      const log = await app.inject({
        url: '/api/audit?action=passkey.copy_refused',
        headers: owner.headers,
      })
      expect(log.json().entries).toMatchObject([
        { target: id, before: { counter: first }, after: { counter: second } },
      ])
      expect(app.ctx.alerts.list()).toContainEqual(
        expect.objectContaining({ name: 'passkey_cloned', key: id }),
      )
      expect((await use(6)).statusCode).toBe(200)
      await remove(owner, id)
      expect(app.ctx.alerts.list()).not.toContainEqual(expect.objectContaining({ key: id }))
    },
  )

  test('error: refuses a page of another site', async () => {
    const { authenticator } = await anOwner()
    const response = authenticator.get(await optionsOf(app, '/api/auth/passkey/options'))
    const headers = { origin: 'http://evil.test' }
    const request = { method: 'POST' as const, url: '/api/auth/passkey', payload: { response } }
    expect((await app.inject({ ...request, headers })).statusCode).toBe(403)
  })
})

describe('POST /api/auth/step-up with a passkey', () => {
  const stepUp = (as: Caller, passkey: object) =>
    post(app, '/api/auth/step-up', { as, payload: { passkey } })

  test('default: admits to sensitive changes again', async () => {
    const { owner, authenticator, id } = await anOwner()
    app.ctx.clock.advance(5 * MINUTE_MS + 1)
    expect((await remove(owner, id)).json()).toMatchObject({ error: 'step_up_required' })
    const options = await optionsOf(app, '/api/auth/step-up/options', { as: owner })
    expect(options).toMatchObject({ allowCredentials: [{ id }], userVerification: 'required' })
    expect((await stepUp(owner, authenticator.get(options))).json()).toEqual({ ok: true })
    expect((await remove(owner, id)).statusCode).toBe(200)
  })

  test('error: refuses the passkey of another person and a response of a sign-in', async () => {
    const { owner, authenticator } = await anOwner()
    const other = await anOwner()
    const options = await optionsOf(app, '/api/auth/step-up/options', { as: owner })
    const foreign = await stepUp(owner, other.authenticator.get(options))
    expect(foreign.json()).toMatchObject({ error: 'forbidden' })
    const signInOptions = await optionsOf(app, '/api/auth/passkey/options')
    const replayed = await stepUp(owner, authenticator.get(signInOptions))
    expect(replayed.json()).toMatchObject({ error: 'unauthorized' })
  })

  test.each([
    ['nothing', {}],
    ['only a message', { message: 'x' }],
  ])('error: returns invalid_input for %s', async (_name, payload) => {
    const owner = await signIn(app)
    const response = await post(app, '/api/auth/step-up', { as: owner, payload })
    expect(response.json()).toMatchObject({
      error: 'invalid_input',
      message: 'Send either message and signature of your wallet, or passkey.',
    })
  })
})
