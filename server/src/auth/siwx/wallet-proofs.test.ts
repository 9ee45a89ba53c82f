import { encodeSIWxHeader, parseSIWxHeader } from '@x402/extensions/sign-in-with-x'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/harness.js'
import { login, signIn } from '../../../test/sign-in.js'
import { signChallenge, signRequest } from '../../../test/sign-request.js'
import { checksumAddress } from '../../lib/hex.js'
import { MINUTE_MS } from '../../lib/time.js'
import { StoreUnavailable } from '../../platform/db/store-unavailable.js'
import { createAccess } from '../access.js'
import { anyOf, anyone, siwx } from '../guards.js'
import { createIdentify } from '../identify.js'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const path = '/api/shop/config'
const get = (headers: Record<string, string>, url = path) => app.inject({ url, headers })

async function anOwner() {
  const privateKey = generatePrivateKey()
  const { wallet } = await signIn(app, { privateKey })
  return { privateKey, wallet }
}

describe('a SIGN-IN-WITH-X proof', () => {
  test("default: admits the wallet to its own shop's configuration", async () => {
    const { privateKey } = await anOwner()
    const response = await get(await signRequest(app, { path, privateKey }))
    expect(response.statusCode, response.body).toBe(200)
    expect(response.json()).toHaveProperty('config.slug')
  })

  test('behavior: answers the challenge of a rejected request', async () => {
    const { privateKey } = await anOwner()
    const rejected = await get({})
    expect([rejected.statusCode, rejected.json().error]).toEqual([401, 'unauthorized'])
    const { info, supportedChains } = rejected.json().extensions['sign-in-with-x']
    const headers = await signChallenge({ ...info, ...supportedChains[0] }, privateKey)
    expect((await get(headers)).statusCode).toBe(200)
  })

  test.each(['/api/directory/shops', '/healthz'])('behavior: is optional on %s', async (url) => {
    expect((await get({}, url)).statusCode).toBe(200)
    expect((await get(await signRequest(app, { path: url }), url)).statusCode).toBe(200)
    expect((await get({ 'sign-in-with-x': 'AAAA' }, url)).statusCode).toBe(401)
  })

  test('behavior: serves one request, in any process', async () => {
    const { privateKey } = await anOwner()
    const headers = await signRequest(app, { path, privateKey })
    const other = await app.sibling()
    const all = await Promise.all([
      get(headers),
      get(headers),
      other.inject({ url: path, headers }),
    ])
    expect(all.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 401, 401])
  })

  test('error: a wallet without a merchant', async () => {
    const response = await get(await signRequest(app, { path }))
    expect([response.statusCode, response.json().error]).toEqual([404, 'not_found'])
  })

  test('error: a proof for another resource, domain, chain, time or nonce', async () => {
    const { privateKey } = await anOwner()
    const past = new Date(app.ctx.now() - 1).toISOString()
    const future = new Date(app.ctx.now() + 1).toISOString()
    const elsewhere = { domain: 'evil.test', uri: `http://evil.test${path}` }
    for (const change of [
      { uri: 'http://tally.test/api/directory/shops' },
      elsewhere,
      { chainId: 'eip155:1' },
      { expirationTime: past },
      { notBefore: future },
      { nonce: 'a'.repeat(64) },
    ]) {
      const response = await get(await signRequest(app, { path, privateKey, change }))
      expect([response.statusCode, response.json().error]).toEqual([401, 'unauthorized'])
    }
  })

  test('error: a nonce that has expired', async () => {
    const { privateKey } = await anOwner()
    const change = { expirationTime: undefined } as object
    const headers = await signRequest(app, { path, privateKey, change })
    app.ctx.clock.advance(5 * MINUTE_MS)
    expect((await get(headers)).statusCode).toBe(401)
  })

  test('error: a proof that another wallet signed, or that was changed', async () => {
    const { wallet, privateKey } = await anOwner()
    const other = parseSIWxHeader((await signRequest(app, { path }))['sign-in-with-x'] ?? '')
    const stolen = encodeSIWxHeader({ ...other, address: checksumAddress(wallet) })
    expect((await get({ 'sign-in-with-x': stolen })).statusCode).toBe(401)

    const headers = await signRequest(app, { path, privateKey })
    const proof = parseSIWxHeader(headers['sign-in-with-x'] ?? '')
    const changed = encodeSIWxHeader({ ...proof, statement: 'Prove it.' })
    expect((await get({ 'sign-in-with-x': changed })).statusCode).toBe(401)
    expect((await get(headers)).statusCode).toBe(200)
  })

  test.each(['', '!', 'e30=', 'x'.repeat(13_000), Buffer.from('[1]').toString('base64')])(
    'error: a malformed proof, case %#',
    async (proof) => {
      const response = await get({ 'sign-in-with-x': proof })
      expect([response.statusCode, response.json().error]).toEqual([401, 'unauthorized'])
    },
  )

  test('error: a proof does not start a session, and a sign-in message is not a proof', async () => {
    const account = privateKeyToAccount(generatePrivateKey())
    const response = await app.inject(`/api/auth/challenge?path=${path}`)
    const { info } = response.json().extensions['sign-in-with-x']
    const message = createSiweMessage({
      address: account.address,
      chainId: 84_532,
      domain: info.domain,
      nonce: info.nonce,
      uri: info.uri,
      version: '1',
    })
    const signature = await account.signMessage({ message })
    expect((await app.inject(login({ message, signature }))).statusCode).toBe(401)

    const { privateKey } = await anOwner()
    const { nonce } = (await app.inject('/api/auth/nonce')).json()
    const headers = await signRequest(app, { path, privateKey, change: { nonce } })
    expect((await get(headers)).statusCode).toBe(401)
  })

  test('error: too many proofs from one network address', async () => {
    const config = { ...app.ctx.config, mode: 'live' as const }
    const { walletProofs, limiter } = createAccess({ ...app.ctx, config })
    const request = { url: path, ip: '203.0.113.9' }
    const refusal = () =>
      walletProofs
        .identify(request, { proof: 'AAAA', needsMerchant: false })
        .catch((error) => error.fields.limit ?? error.code)
    const refusals: string[] = []
    for (let call = 0; call < 61; call += 1) refusals.push(await refusal())
    expect(refusals.slice(59)).toEqual(['unauthorized', 'wallet-proofs'])
    await limiter.close()
  })

  test('behavior: health does not depend on the database', async () => {
    const down = () => Promise.reject(new StoreUnavailable({ mayHaveCommitted: false }))
    const access = createAccess({ ...app.ctx, db: { ...app.ctx.db, query: down } })
    const guard = anyOf(siwx(), anyone({ limit: 'health' }))
    const identify = createIdentify(guard, { access, config: app.ctx.config, isWrite: false })
    const headers = await signRequest(app, { path: '/healthz' })
    const request = { url: '/healthz', ip: '203.0.113.9', headers, caller: null }
    expect(await identify(request as never)).toBeNull()
    await access.limiter.close()
  })
})
