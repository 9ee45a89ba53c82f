import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { aMessage, type SignedIn, signIn } from '../../../test/sign-in.js'
import { MINUTE_MS } from '../../lib/time.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const call = ({ headers }: SignedIn, url: string, payload?: object) =>
  app.inject({ url, headers, ...(payload && { method: 'POST' as const, payload }) })

const createKey = (person: SignedIn) => call(person, '/api/keys', { name: 'till' })

/** Signs a message for a step-up. */
async function aProof(privateKey: `0x${string}`) {
  const account = privateKeyToAccount(privateKey)
  const { nonce } = (await app.inject('/api/auth/nonce')).json()
  const message = aMessage({ address: account.address, nonce })
  return { message, signature: await account.signMessage({ message }) }
}

describe('POST /api/auth/step-up', () => {
  test('default: a sensitive change needs a sign-in of the last five minutes', async () => {
    const privateKey = generatePrivateKey()
    const owner = await signIn(app, { privateKey })
    app.ctx.clock.advance(5 * MINUTE_MS)
    expect((await createKey(owner)).statusCode).toBe(201)
    app.ctx.clock.advance(1)
    const refused = await createKey(owner)
    expect(refused.statusCode).toBe(403)
    expect(refused.json()).toMatchObject({ error: 'step_up_required' })
    expect((await call(owner, '/api/keys')).statusCode).toBe(200)

    const confirmed = await call(owner, '/api/auth/step-up', await aProof(privateKey))
    expect(confirmed.json()).toEqual({ ok: true })
    expect((await createKey(owner)).statusCode).toBe(201)
    const { entries } = (await call(owner, '/api/audit?action=session.confirmed')).json()
    expect(entries).toHaveLength(1)
  })

  test('behavior: confirms only the session that makes the request', async () => {
    const privateKey = generatePrivateKey()
    const [first, second] = [await signIn(app, { privateKey }), await signIn(app, { privateKey })]
    app.ctx.clock.advance(6 * MINUTE_MS)
    await call(first, '/api/auth/step-up', await aProof(privateKey))
    expect((await createKey(first)).statusCode).toBe(201)
    expect((await createKey(second)).json()).toMatchObject({ error: 'step_up_required' })
  })

  test('error: another wallet, and a message that was used before', async () => {
    const privateKey = generatePrivateKey()
    const owner = await signIn(app, { privateKey })
    app.ctx.clock.advance(6 * MINUTE_MS)
    const foreign = await call(owner, '/api/auth/step-up', await aProof(generatePrivateKey()))
    expect(foreign.json()).toMatchObject({ error: 'forbidden' })
    const proof = await aProof(privateKey)
    expect((await call(owner, '/api/auth/step-up', proof)).statusCode).toBe(200)
    expect((await call(owner, '/api/auth/step-up', proof)).statusCode).toBe(401)
  })

  test('behavior: a role without the right is not asked to sign', async () => {
    const owner = await signIn(app)
    const viewer = await signIn(app)
    await app.ctx.db.query(
      `insert into members (merchant, person, role, created_at, joined_at)
       values ($1, $2, 'viewer', 0, 0)`,
      [owner.wallet, viewer.wallet],
    )
    app.ctx.clock.advance(6 * MINUTE_MS)
    const response = await call(viewer, `/api/keys?wallet=${owner.wallet}`, { name: 'till' })
    expect(response.json()).toMatchObject({
      error: 'forbidden',
      requiredRight: 'keys:manage',
      allowedRoles: ['owner', 'admin'],
    })
  })
})

describe('GET /api/sessions', () => {
  test("default: lists the person's sessions, and ends one of them", async () => {
    const privateKey = generatePrivateKey()
    const first = await signIn(app, { privateKey })
    app.ctx.clock.advance(1)
    const second = await signIn(app, { privateKey })
    const { sessions } = (await call(second, '/api/sessions')).json()
    expect(sessions).toMatchObject([{ isCurrent: true }, { isCurrent: false }])

    const url = `/api/sessions/${sessions[1].id}`
    const ended = await app.inject({ method: 'DELETE', url, headers: second.headers })
    expect(ended.json()).toEqual({ ok: true, id: sessions[1].id, ended: true })
    expect((await call(first, '/api/sessions')).statusCode).toBe(401)
    expect((await call(second, '/api/sessions')).json().sessions).toHaveLength(1)
  })

  test('error: 404 for a session of another person', async () => {
    const [person, other] = [await signIn(app), await signIn(app)]
    const { sessions } = (await call(other, '/api/sessions')).json()
    const url = `/api/sessions/${sessions[0].id}`
    const response = await app.inject({ method: 'DELETE', url, headers: person.headers })
    expect(response.statusCode).toBe(404)
    expect((await call(other, '/api/sessions')).statusCode).toBe(200)
  })
})
