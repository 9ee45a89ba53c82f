import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { describe, expect, test } from 'vitest'
import {
  type Ask,
  asking,
  errorOf,
  makeReceipt,
  unique,
  useOwnService,
  useService,
} from './client.js'

const service = useService()

type IssuedKey = { key: { id: string; scopes: string[] }; apiKey: string }
type Me = { wallet: string; csrfToken: string; merchants: { wallet: string; role: string }[] }

const ping = async (headers: Record<string, string>) => {
  const answer = await service.anyone('GET /api/status/ping', { headers })
  return answer.status === 200 ? answer.body['wallet'] : errorOf(answer)
}

async function newKey(scopes?: string[]): Promise<IssuedKey & { ask: Ask }> {
  const body = { name: unique('Till'), ...(scopes && { scopes }) }
  const answer = await service.owner<IssuedKey>('POST /api/keys', { body })
  expect(answer.status).toBe(201)
  return { ...answer.body, ask: asking(service.origin, { 'x-api-key': answer.body.apiKey }) }
}

describe('1 and 2: keys', () => {
  test.each(['Ocp-Apim-Subscription-Key', 'x-api-key'])(
    'behavior: the gateway resolves the wallet from %s',
    async (header) => {
      expect(await ping({ [header]: service.demo.apiKey })).toBe(service.demo.merchantWallet)
    },
  )

  test('behavior: the subscription header is checked first', async () => {
    const [mine, theirs] = [service.demo.apiKey, service.demo.otherMerchant.apiKey]
    const headers = { 'ocp-apim-subscription-key': theirs, 'x-api-key': mine }
    expect(await ping(headers)).toBe(service.demo.otherMerchant.merchantWallet)
    expect(await ping({ ...headers, 'ocp-apim-subscription-key': 'wrong' })).toBe(
      '401 unauthorized',
    )
  })

  test('behavior: the gateway strips wallet identity headers of clients', async () => {
    const wallet = service.demo.otherMerchant.merchantWallet
    const claims = { 'x-wallet': wallet, 'x-gateway-wallet': wallet, 'x-edge-secret': 'guess' }
    const mine = { 'x-api-key': service.demo.apiKey }
    expect(await ping({ ...claims, ...mine })).toBe(service.demo.merchantWallet)
    expect(await ping(claims)).toBe('401 unauthorized')
  })

  test('error: 401 with the words of 7.2', async () => {
    for (const headers of [{}, { 'x-api-key': 'wrong' }, { 'ocp-apim-subscription-key': '' }]) {
      const answer = await service.anyone('GET /api/receipts', { headers })
      expect(errorOf(answer)).toBe('401 unauthorized')
      expect(answer.body['message']).toBe('Missing or invalid subscription key')
    }
  })

  test('error: Authorization: Bearer is accepted only where it is named', async () => {
    const headers = { authorization: `Bearer ${service.demo.apiKey}` }
    const answer = await service.anyone('GET /api/receipts', { headers })
    expect(errorOf(answer)).toBe('401 unauthorized')
  })

  test('error: a revoked key stops working at once', async () => {
    const { key, ask } = await newKey()
    expect((await ask('GET /api/receipts')).status).toBe(200)
    await service.owner(`DELETE /api/keys/${key.id}`)
    expect(errorOf(await ask('GET /api/receipts'))).toBe('401 unauthorized')
  })
})

describe('3: edge gateway', () => {
  const edge = useOwnService({ EDGE_SECRET: 'e'.repeat(40) })

  test('error: requests that bypass the edge are denied with 403, except /healthz', async () => {
    const direct = await edge.program('GET /api/receipts')
    expect(errorOf(direct)).toBe('403 forbidden')
    const guessed = { headers: { 'x-edge-secret': 'guess' } }
    expect(errorOf(await edge.program('GET /api/receipts', guessed))).toBe('403 forbidden')
    const through = { headers: { 'x-edge-secret': 'e'.repeat(40) } }
    expect((await edge.program('GET /api/receipts', through)).status).toBe(200)
    expect((await edge.anyone('GET /healthz')).status).toBe(200)
  })
})

describe('4: admin', () => {
  const adminCalls = [
    'POST /api/shop/config',
    'POST /api/split/deploy',
    'POST /api/pricing/config',
    'POST /api/receipts/refund',
    'POST /api/receipts/terminal',
  ]

  test.each(adminCalls)('error: %s is not callable with a developer key', async (call) => {
    expect(errorOf(await service.program(call, { body: {} }))).toBe('403 forbidden')
  })

  test.each(adminCalls)('error: %s without a session is 401', async (call) => {
    for (const headers of [{}, { cookie: 'cb_auth_token=a.b.c' }]) {
      const answer = await service.anyone(call, { body: {}, headers })
      expect(errorOf(answer)).toBe('401 unauthorized')
      expect(answer.body['message']).toBe('JWT authentication failed')
    }
  })

  test.each(adminCalls)('error: %s without the CSRF token is 403', async (call) => {
    const { headers } = await service.signIn(service.demo.merchantPrivateKey)
    const { cookie } = headers
    const without = await service.anyone(call, { body: {}, headers: { cookie } })
    expect(errorOf(without)).toBe('403 forbidden')
    const wrong = { cookie, 'x-csrf-token': 'wrong' }
    expect(errorOf(await service.anyone(call, { body: {}, headers: wrong }))).toBe('403 forbidden')
  })

  test('behavior: the JWT cookie cb_auth_token, which scripts cannot read, for a nonce used once', async () => {
    const nonce = await service.anyone<{ nonce: string }>('GET /api/auth/nonce')
    expect(nonce.body).toEqual({ nonce: expect.any(String), expiresAt: expect.any(Number) })
    const account = privateKeyToAccount(generatePrivateKey())
    const { baseUrl } = service.demo
    const message = createSiweMessage({
      ...{ address: account.address, domain: new URL(baseUrl).host, uri: baseUrl },
      ...{ version: '1', chainId: 84_532, nonce: nonce.body.nonce },
    })
    const body = { message, signature: await account.signMessage({ message }) }
    const answer = await service.anyone('POST /api/auth/login', { body })
    const csrfToken = expect.any(String)
    expect(answer.body).toEqual({ ok: true, wallet: account.address, csrfToken })

    const [session, csrf] = answer.headers.getSetCookie()
    expect(session).toMatch(/^cb_auth_token=[\w-]+\.[\w-]+\.[\w-]+; HttpOnly; SameSite=Lax;/)
    expect(session).toContain(`Max-Age=${12 * 60 * 60}`)
    expect(csrf).toContain(`cb_csrf=${answer.body['csrfToken']}; SameSite=Strict`)
    expect(csrf).not.toContain('HttpOnly')
    const again = await service.anyone('POST /api/auth/login', { body })
    expect(errorOf(again)).toBe('401 unauthorized')
  })

  test('behavior: a session ends with the sign-out', async () => {
    const { ask, wallet, headers } = await service.signIn(generatePrivateKey())
    const { body } = await ask<Me>('GET /api/auth/me')
    expect(body).toMatchObject({ ok: true, wallet, csrfToken: headers['x-csrf-token'] })
    expect(body.merchants).toMatchObject([{ wallet, role: 'owner' }])
    await ask('POST /api/auth/logout')
    expect(errorOf(await ask('GET /api/auth/me'))).toBe('401 unauthorized')
  })

  test('error: 403 where the role does not include it', async () => {
    const privateKey = generatePrivateKey()
    const member = privateKeyToAddress(privateKey)
    await service.owner('POST /api/members', { body: { member, role: 'viewer' } })
    const { ask } = await service.signIn(privateKey)
    const { merchantWallet: wallet } = service.demo
    expect((await ask(`GET /api/receipts?wallet=${wallet}`)).status).toBe(200)
    const body = { wallet, description: 'Mine now' }
    expect(errorOf(await ask('POST /api/shop/config', { body }))).toBe('403 forbidden')

    await service.owner(`DELETE /api/members/${member}`)
    const gone = await ask(`GET /api/receipts?wallet=${wallet}`)
    expect(errorOf(gone)).toBe('403 forbidden')
  })
})

describe('7: scopes', () => {
  const table: [string, string[]][] = [
    ['inventory:read', ['GET /api/inventory']],
    ['inventory:write', ['POST /api/inventory', 'DELETE /api/inventory?id=x']],
    ['orders:create', ['POST /api/orders']],
    ['receipts:read', ['GET /api/receipts', 'GET /api/receipts/x', 'GET /api/receipts/status']],
    ['receipts:write', ['POST /api/receipts']],
    ['shop:read', ['GET /api/shop/config']],
  ]

  test.each(table)('behavior: %s grants %j, and nothing else', async (scope, calls) => {
    const { ask, key } = await newKey([scope])
    expect(key.scopes).toEqual([scope])
    for (const [needed, others] of table) {
      for (const call of others) {
        const answer = await ask(call, call.startsWith('POST') ? { body: {} } : {})
        if (calls.includes(call)) {
          expect([401, 403]).not.toContain(answer.status)
          continue
        }
        expect(errorOf(answer)).toBe('403 forbidden')
        expect(answer.body['requiredScope']).toBe(needed)
      }
    }
  })

  test('behavior: what names no scope takes any key', async () => {
    const { ask } = await newKey(['shop:read'])
    const reads = [
      '/api/status/ping',
      '/api/pricing/config',
      '/api/tax/catalog',
      '/api/split/deploy',
    ]
    for (const path of reads) expect((await ask(`GET ${path}`)).status).toBe(200)
    const body = { receiptId: await makeReceipt(service.program), status: 'link_opened' }
    expect((await ask('POST /api/receipts/status', { body })).status).toBe(200)
  })
})

describe('8: the OpenAPI description', () => {
  type Operation = { security?: Record<string, string[]>[] }
  type Description = {
    security: Record<string, string[]>[]
    paths: Record<string, Record<string, Operation>>
    components: { securitySchemes: object }
  }

  test('behavior: marks apimKey as default for all, x402, and siwx where it is attached', async () => {
    const { body } = await service.anyone<Description>('GET /openapi.json')
    expect(Object.keys(body.components.securitySchemes)).toEqual(
      expect.arrayContaining(['apimKey', 'x402', 'siwx']),
    )
    expect(body.security).toContainEqual({ apimKey: [] })
    for (const path of ['/api/directory/shops', '/api/shop/config', '/healthz']) {
      expect(body.paths[path]?.['get']?.security).toContainEqual({ siwx: [] })
    }
  })
})
