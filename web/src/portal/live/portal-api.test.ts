import { afterEach, describe, expect, test, vi } from 'vitest'
import { aGaslessReceipt } from '../../../test/fixtures/receipt.js'
import { errorResponse, fakeService } from '../../../test/fixtures/service.js'
import type { AuthorizationBody } from '../../core/wallet/sign-authorization.js'
import { createPortalApi } from './portal-api.js'

const query = '?recipient=0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const done = () => Response.json({ ok: true })
const offline = { ok: false, status: 0, message: null }

function anApi(respond: Parameters<typeof fakeService>[0] = done, receiptId = 'rcpt_1') {
  const { fetch, sentRequests } = fakeService(respond)
  return {
    sentRequests,
    api: createPortalApi({ receipt: { ...aGaslessReceipt(), receiptId }, query }, fetch),
  }
}

const authorization: AuthorizationBody = {
  token: 'USDC',
  payer: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  amountUnits: '1',
  validAfter: 0,
  validBefore: 1_767_272_400,
  salt: `0x${'a5'.repeat(32)}`,
  signature: '0x12',
}

const txHash = `0x${'ab'.repeat(32)}`

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('createPortalApi', () => {
  test('default', async () => {
    const receipt = { ...aGaslessReceipt(), status: 'paid' as const }
    const { api, sentRequests } = anApi(() => Response.json(receipt))
    expect(await api.load()).toEqual(receipt)
    expect(sentRequests).toMatchObject([
      { method: 'GET', path: `/api/portal/rcpt_1${query}&thumbs=0` },
    ])
    expect(sentRequests[0]?.headers.get('x-portal-token')).toBe('name.seal')
  })

  test('behavior: every call names the receipt and carries its token', async () => {
    const { api, sentRequests } = anApi()
    await api.report('link_opened')
    await api.report('checkout_initialized')
    await api.report('failed', 'PORTAL_CHAIN_USER_REJECTED')
    await api.announce(txHash)
    await api.authorize(authorization)
    await api.simulate('exact')
    await api.simulate('under:1', 'USDT')
    await api.postStatus('checkout_success', 'csrf')
    const portalPath = (path: string) => `/api/portal/rcpt_1${path}${query}`
    const receiptId = 'rcpt_1'
    expect(sentRequests.map(({ path, body }) => [path, body])).toEqual([
      [portalPath('/progress'), { status: 'link_opened' }],
      [portalPath('/progress'), { status: 'checkout_initialized' }],
      [portalPath('/progress'), { status: 'failed', failureCode: 'PORTAL_CHAIN_USER_REJECTED' }],
      [portalPath('/tx'), { txHash }],
      [portalPath('/authorize'), authorization],
      ['/api/sandbox/pay', { receiptId, scenario: 'exact' }],
      ['/api/sandbox/pay', { receiptId, scenario: 'under:1', token: 'USDT' }],
      ['/api/receipts/status', { receiptId, status: 'checkout_success' }],
    ])
    for (const { method, path, headers, credentials, init } of sentRequests) {
      expect(method).toBe('POST')
      expect(headers.get('x-portal-token')).toBe('name.seal')
      expect(init.keepalive).toBe(path === portalPath('/progress'))
      expect(credentials).toBe('same-origin')
    }
    const csrf = sentRequests.map(({ headers }) => headers.get('x-csrf-token'))
    expect(csrf).toEqual([...Array.from({ length: 7 }, () => null), 'csrf'])
  })

  test('behavior: encodes the receipt id in the path', async () => {
    const { api, sentRequests } = anApi(done, 'a/b?c#d é')
    await api.announce(txHash)
    expect(sentRequests[0]?.path).toBe(`/api/portal/a%2Fb%3Fc%23d%20%C3%A9/tx${query}`)
  })

  test('behavior: returns success without other fields', async () => {
    const { api } = anApi(() => Response.json({ ok: true, transactionHashes: [txHash] }))
    expect(await api.simulate('exact')).toEqual({ ok: true })
    expect(await api.announce(txHash)).toEqual({ ok: true })
    expect(await api.postStatus('refund_requested', 'csrf')).toEqual({ ok: true })
    expect(await api.authorize(authorization)).toEqual({ ok: true, txHash: null })
  })

  test('behavior: authorize returns the transaction hash', async () => {
    const { api } = anApi(() => Response.json({ ok: true, txHash }))
    expect(await api.authorize(authorization)).toEqual({ ok: true, txHash })
    const queued = anApi(() => Response.json({ ok: true, txHash: null }))
    expect(await queued.api.authorize(authorization)).toEqual({ ok: true, txHash: null })
  })

  test('behavior: authorize retries while there is no response', async () => {
    const bodies: unknown[] = []
    const responses = [new Response('', { status: 502 }), null, Response.json({ ok: true, txHash })]
    const fetch = async (_path: unknown, init?: RequestInit) => {
      bodies.push(init?.body)
      const response = responses[bodies.length - 1]
      if (!response) throw new TypeError('the network is down')
      return response
    }
    const api = createPortalApi({ receipt: aGaslessReceipt(), query }, fetch, async () => {})
    expect(await api.authorize(authorization)).toEqual({ ok: true, txHash })
    expect(new Set(bodies).size).toBe(1)
    const silent = createPortalApi(
      { receipt: aGaslessReceipt(), query },
      () => Promise.reject(),
      async () => {},
    )
    expect(await silent.authorize(authorization)).toMatchObject({ ok: false, isUnknown: true })
  })

  test('behavior: a failure and a transaction wait for the cookie of the checkout', async () => {
    let start = () => {}
    const started = new Promise<Response>((resolve) => {
      start = () => resolve(done())
    })
    const { api, sentRequests } = anApi(({ body }) =>
      (body as { status?: string }).status === 'checkout_initialized' ? started : done(),
    )
    void api.report('checkout_initialized')
    const reports = [api.report('failed', 'PORTAL_CHAIN_USER_REJECTED'), api.announce(txHash)]
    await expect.poll(() => sentRequests).toHaveLength(1)
    start()
    await Promise.all(reports)
    expect(
      sentRequests.map(({ path }) => path.split('/').at(-1)?.split('?')[0]).toSorted(),
    ).toEqual(['progress', 'progress', 'tx'])
  })

  test('behavior: a failure outside a checkout starts one', async () => {
    const { api, sentRequests } = anApi()
    await api.report('failed', 'PORTAL_CHAIN_WALLET_MISMATCH')
    expect(sentRequests.map(({ body }) => body)).toEqual([
      { status: 'checkout_initialized' },
      { status: 'failed', failureCode: 'PORTAL_CHAIN_WALLET_MISMATCH' },
    ])
  })

  test('behavior: leave sends the report synchronously', () => {
    const calls: RequestInit[] = []
    const never = (_path: unknown, init?: RequestInit) => {
      calls.push(init ?? {})
      return new Promise<Response>(() => {})
    }
    const api = createPortalApi({ receipt: aGaslessReceipt(), query }, never)
    expect(api.leave('PORTAL_SESSION_ABANDONED')).toBeUndefined()
    expect(calls).toMatchObject([
      {
        method: 'POST',
        keepalive: true,
        body: '{"status":"failed","failureCode":"PORTAL_SESSION_ABANDONED"}',
      },
    ])
  })

  test("behavior: defaults to the page's fetch", async () => {
    // Browsers reject a fetch that is called as a method of another object.
    vi.stubGlobal('fetch', async function (this: unknown) {
      if (this !== globalThis) throw new TypeError('Illegal invocation')
      return Response.json({ ok: true })
    })
    const api = createPortalApi({ receipt: aGaslessReceipt(), query })
    expect(await api.announce(txHash)).toEqual({ ok: true })
  })

  test('error: returns the message of the service', async () => {
    const { api } = anApi(() => errorResponse(400, 'The receipt is already paid'))
    const refused = { ok: false, status: 400, message: 'The receipt is already paid' }
    expect(await api.announce(txHash)).toEqual(refused)
    expect(await api.authorize(authorization)).toMatchObject({ ok: false, isUnknown: false })
    expect(await api.simulate('exact')).toEqual(refused)
    expect(await api.postStatus('checkout_success', 'csrf')).toEqual(refused)
    expect(await api.signOut('csrf')).toEqual(refused)
    await expect(api.load()).rejects.toThrow('status 400')
  })

  test('error: there is no connection', async () => {
    const { api } = anApi(() => Promise.reject(new TypeError('Failed to fetch')))
    expect(await api.announce(txHash)).toEqual(offline)
    await expect(api.load()).rejects.toThrow('status 0')
  })

  test('error: a failed report is ignored', async () => {
    for (const respond of [
      () => errorResponse(500, 'Try again later'),
      () => Promise.reject(new TypeError('Failed to fetch')),
    ]) {
      const { api, sentRequests } = anApi(respond)
      expect(await api.report('link_opened')).toBeUndefined()
      api.leave('PORTAL_SESSION_CANCELLED')
      await expect.poll(() => sentRequests).toHaveLength(2)
    }
  })
})
