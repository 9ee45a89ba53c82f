import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { describe, expect, test } from 'vitest'
import {
  createSender,
  errorOf,
  makeReceipt,
  type SendRequest,
  unique,
  useOwnService,
  useService,
} from '../helpers/client.js'

const service = useService()

type IssuedKey = { key: { id: string; scopes: string[] }; apiKey: string }
type Me = { wallet: string; csrfToken: string; merchants: { wallet: string; role: string }[] }

const ping = async (headers: Record<string, string>) => {
  const response = await service.anyone('GET /api/status/ping', { headers })
  return response.status === 200 ? response.body['wallet'] : errorOf(response)
}

async function newKey(scopes?: string[]): Promise<IssuedKey & { send: SendRequest }> {
  const body = { name: unique('Till'), ...(scopes && { scopes }) }
  const response = await service.owner<IssuedKey>('POST /api/keys', { body })
  expect(response.status).toBe(201)
  return {
    ...response.body,
    send: createSender(service.origin, { 'x-api-key': response.body.apiKey }),
  }
}

describe('keys', () => {
  test.each(['Ocp-Apim-Subscription-Key', 'x-api-key'])(
    'behavior: resolves the wallet from %s',
    async (header) => {
      expect(await ping({ [header]: service.demo.apiKey })).toBe(service.demo.merchantWallet)
    },
  )

  test('behavior: prefers the subscription header to x-api-key', async () => {
    const [ownKey, otherKey] = [service.demo.apiKey, service.demo.otherMerchant.apiKey]
    const headers = { 'ocp-apim-subscription-key': otherKey, 'x-api-key': ownKey }
    expect(await ping(headers)).toBe(service.demo.otherMerchant.merchantWallet)
    expect(await ping({ ...headers, 'ocp-apim-subscription-key': 'wrong' })).toBe(
      '401 unauthorized',
    )
  })

  test('behavior: ignores wallet headers of clients', async () => {
    const wallet = service.demo.otherMerchant.merchantWallet
    const claims = { 'x-wallet': wallet, 'x-gateway-wallet': wallet, 'x-edge-secret': 'guess' }
    const ownHeaders = { 'x-api-key': service.demo.apiKey }
    expect(await ping({ ...claims, ...ownHeaders })).toBe(service.demo.merchantWallet)
    expect(await ping(claims)).toBe('401 unauthorized')
  })

  test('error: returns 401 with a fixed message for a missing or wrong key', async () => {
    for (const headers of [{}, { 'x-api-key': 'wrong' }, { 'ocp-apim-subscription-key': '' }]) {
      const response = await service.anyone('GET /api/receipts', { headers })
      expect(errorOf(response)).toBe('401 unauthorized')
      expect(response.body['message']).toBe('Missing or invalid subscription key')
    }
  })

  test('error: refuses Authorization: Bearer on routes that do not document it', async () => {
    const headers = { authorization: `Bearer ${service.demo.apiKey}` }
    const response = await service.anyone('GET /api/receipts', { headers })
    expect(errorOf(response)).toBe('401 unauthorized')
  })

  test('error: refuses a key as soon as it is revoked', async () => {
    const { key, send } = await newKey()
    expect((await send('GET /api/receipts')).status).toBe(200)
    await service.owner(`DELETE /api/keys/${key.id}`)
    expect(errorOf(await send('GET /api/receipts'))).toBe('401 unauthorized')
  })
})

describe('edge gateway', () => {
  const edge = useOwnService({ EDGE_SECRET: 'e'.repeat(40) })

  test('error: returns 403 for requests that bypass the edge, except /healthz', async () => {
    const direct = await edge.program('GET /api/receipts')
    expect(errorOf(direct)).toBe('403 forbidden')
    const guessed = { headers: { 'x-edge-secret': 'guess' } }
    expect(errorOf(await edge.program('GET /api/receipts', guessed))).toBe('403 forbidden')
    const through = { headers: { 'x-edge-secret': 'e'.repeat(40) } }
    expect((await edge.program('GET /api/receipts', through)).status).toBe(200)
    expect((await edge.anyone('GET /healthz')).status).toBe(200)
  })
})

describe('sessions', () => {
  const adminCalls = [
    'POST /api/shop/config',
    'POST /api/split/deploy',
    'POST /api/pricing/config',
    'POST /api/receipts/refund',
    'POST /api/receipts/terminal',
  ]

  test.each(adminCalls)('error: %s returns 403 for a developer key', async (call) => {
    expect(errorOf(await service.program(call, { body: {} }))).toBe('403 forbidden')
  })

  test.each(adminCalls)('error: %s returns 401 without a session', async (call) => {
    for (const headers of [{}, { cookie: 'cb_auth_token=a.b.c' }]) {
      const response = await service.anyone(call, { body: {}, headers })
      expect(errorOf(response)).toBe('401 unauthorized')
      expect(response.body['message']).toBe('JWT authentication failed')
    }
  })

  test.each(adminCalls)('error: %s returns 403 without the CSRF token', async (call) => {
    const { headers } = await service.signIn(service.demo.merchantPrivateKey)
    const { cookie } = headers
    const remainingResponse = await service.anyone(call, { body: {}, headers: { cookie } })
    expect(errorOf(remainingResponse)).toBe('403 forbidden')
    const wrong = { cookie, 'x-csrf-token': 'wrong' }
    expect(errorOf(await service.anyone(call, { body: {}, headers: wrong }))).toBe('403 forbidden')
  })

  test('behavior: sign-in sets an HttpOnly cookie cb_auth_token and accepts each nonce once', async () => {
    const nonce = await service.anyone<{ nonce: string }>('GET /api/auth/nonce')
    expect(nonce.body).toEqual({ nonce: expect.any(String), expiresAt: expect.any(Number) })
    const account = privateKeyToAccount(generatePrivateKey())
    const { baseUrl } = service.demo
    const message = createSiweMessage({
      address: account.address,
      domain: new URL(baseUrl).host,
      uri: baseUrl,
      version: '1',
      chainId: 84_532,
      nonce: nonce.body.nonce,
    })
    const body = { message, signature: await account.signMessage({ message }) }
    const response = await service.anyone('POST /api/auth/login', { body })
    const csrfToken = expect.any(String)
    expect(response.body).toEqual({ ok: true, wallet: account.address, csrfToken })

    const [session, csrf] = response.headers.getSetCookie()
    expect(session).toMatch(/^cb_auth_token=[\w-]+\.[\w-]+\.[\w-]+; HttpOnly; SameSite=Lax;/)
    expect(session).toContain(`Max-Age=${12 * 60 * 60}`)
    expect(csrf).toContain(`cb_csrf=${response.body['csrfToken']}; SameSite=Strict`)
    expect(csrf).not.toContain('HttpOnly')
    const repeatedResponse = await service.anyone('POST /api/auth/login', { body })
    expect(errorOf(repeatedResponse)).toBe('401 unauthorized')
  })

  test('behavior: sign-out ends the session', async () => {
    const { send, wallet, headers } = await service.newMerchant()
    const { body } = await send<Me>('GET /api/auth/me')
    expect(body).toMatchObject({ ok: true, wallet, csrfToken: headers['x-csrf-token'] })
    expect(body.merchants).toMatchObject([{ wallet, role: 'owner' }])
    await send('POST /api/auth/logout')
    expect(errorOf(await send('GET /api/auth/me'))).toBe('401 unauthorized')
  })

  test('error: returns 403 when the role does not allow the call', async () => {
    const privateKey = generatePrivateKey()
    const member = privateKeyToAddress(privateKey)
    await service.owner('POST /api/members', { body: { member, role: 'viewer' } })
    const { send } = await service.signIn(privateKey)
    const { body: open } = await send<{ invitations: { id: string }[] }>('GET /api/invitations')
    await send(`POST /api/invitations/${open.invitations[0]?.id}/accept`)
    const { merchantWallet: wallet } = service.demo
    expect((await send(`GET /api/receipts?wallet=${wallet}`)).status).toBe(200)
    const body = { wallet, description: 'Mine now' }
    expect(errorOf(await send('POST /api/shop/config', { body }))).toBe('403 forbidden')

    await service.owner(`DELETE /api/members/${member}`)
    const removedResponse = await send(`GET /api/receipts?wallet=${wallet}`)
    expect(errorOf(removedResponse)).toBe('403 forbidden')
  })
})

describe('scopes', () => {
  const table: [string, string[]][] = [
    ['inventory:read', ['GET /api/inventory']],
    ['inventory:write', ['POST /api/inventory', 'DELETE /api/inventory?id=x']],
    ['orders:create', ['POST /api/orders']],
    ['receipts:read', ['GET /api/receipts', 'GET /api/receipts/x', 'GET /api/receipts/status']],
    ['receipts:write', ['POST /api/receipts']],
    ['shop:read', ['GET /api/shop/config']],
  ]

  test.each(table)('behavior: %s allows only %j', async (scope, calls) => {
    const { send, key } = await newKey([scope])
    expect(key.scopes).toEqual([scope])
    for (const [needed, others] of table) {
      for (const call of others) {
        const response = await send(call, call.startsWith('POST') ? { body: {} } : {})
        if (calls.includes(call)) {
          expect([401, 403]).not.toContain(response.status)
          continue
        }
        expect(errorOf(response)).toBe('403 forbidden')
        expect(response.body['requiredScope']).toBe(needed)
      }
    }
  })

  test('behavior: routes without a scope accept any key', async () => {
    const { send } = await newKey(['shop:read'])
    const reads = [
      '/api/status/ping',
      '/api/pricing/config',
      '/api/tax/catalog',
      '/api/split/deploy',
    ]
    for (const path of reads) expect((await send(`GET ${path}`)).status).toBe(200)
    const body = { receiptId: await makeReceipt(service.program), status: 'link_opened' }
    expect((await send('POST /api/receipts/status', { body })).status).toBe(200)
  })
})

describe('GET /openapi.json', () => {
  type Operation = { security?: Record<string, string[]>[] }
  type Description = {
    security: Record<string, string[]>[]
    paths: Record<string, Record<string, Operation>>
    components: { securitySchemes: object }
  }

  test('behavior: declares apimKey by default, x402, and siwx on the routes that accept it', async () => {
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
