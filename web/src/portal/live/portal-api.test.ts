import { afterEach, describe, expect, test, vi } from 'vitest'
import { aReceipt } from '../../../test/fixtures/gasless-receipt.js'
import { aService, refusal } from '../../../test/fixtures/service.js'
import type { AuthorizationBody } from '../../wallet/sign-authorization.js'
import { createPortalApi } from './portal-api.js'

const query = '?recipient=0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const done = () => Response.json({ ok: true })
const offline = {
  ok: false,
  status: 0,
  message: 'The service cannot be reached right now. Please try again.',
}

function anApi(answer: Parameters<typeof aService>[0] = done, receiptId = 'rcpt_1') {
  const { fetch, sent } = aService(answer)
  return { sent, api: createPortalApi({ receipt: { ...aReceipt(), receiptId }, query }, fetch) }
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
    const receipt = { ...aReceipt(), status: 'paid' as const }
    const { api, sent } = anApi(() => Response.json(receipt))
    expect(await api.load()).toEqual(receipt)
    expect(sent).toMatchObject([{ method: 'GET', path: `/api/portal/rcpt_1${query}` }])
    expect(sent[0]?.headers.get('x-portal-token')).toBe('name.seal')
  })

  test('behavior: every call says what it is about, and shows the token of its receipt', async () => {
    const { api, sent } = anApi()
    await api.report('link_opened')
    await api.report('failed', 'PORTAL_CHAIN_USER_REJECTED')
    await api.announce(txHash)
    await api.authorize(authorization)
    await api.play('exact')
    await api.play('under:1', 'USDT')
    await api.postStatus('checkout_success', 'csrf')
    const own = (path: string) => `/api/portal/rcpt_1${path}${query}`
    const receiptId = 'rcpt_1'
    expect(sent.map(({ path, body }) => [path, body])).toEqual([
      [own('/progress'), { status: 'link_opened' }],
      [own('/progress'), { status: 'failed', failureCode: 'PORTAL_CHAIN_USER_REJECTED' }],
      [own('/tx'), { txHash }],
      [own('/authorize'), authorization],
      ['/api/sandbox/pay', { receiptId, scenario: 'exact' }],
      ['/api/sandbox/pay', { receiptId, scenario: 'under:1', token: 'USDT' }],
      ['/api/receipts/status', { receiptId, status: 'checkout_success' }],
    ])
    for (const { method, path, headers, credentials, init } of sent) {
      expect(method).toBe('POST')
      expect(headers.get('x-portal-token')).toBe('name.seal')
      expect(init.keepalive).toBe(path === own('/progress'))
      expect(credentials).toBe('same-origin')
    }
    const csrf = sent.map(({ headers }) => headers.get('x-csrf-token'))
    expect(csrf).toEqual([null, null, null, null, null, null, 'csrf'])
  })

  test('behavior: an id of any kind is one part of the address', async () => {
    const { api, sent } = anApi(done, 'a/b?c#d é')
    await api.announce(txHash)
    expect(sent[0]?.path).toBe(`/api/portal/a%2Fb%3Fc%23d%20%C3%A9/tx${query}`)
  })

  test('behavior: what was done is said, and no more', async () => {
    const { api } = anApi(() => Response.json({ ok: true, transactionHashes: [txHash] }))
    expect(await api.play('exact')).toEqual({ ok: true })
    expect(await api.announce(txHash)).toEqual({ ok: true })
    expect(await api.postStatus('refund_requested', 'csrf')).toEqual({ ok: true })
    expect(await api.authorize(authorization)).toEqual({ ok: true, txHash: null })
  })

  test('behavior: a signature that was sent on has its transaction', async () => {
    const { api } = anApi(() => Response.json({ ok: true, txHash }))
    expect(await api.authorize(authorization)).toEqual({ ok: true, txHash })
    const queued = anApi(() => Response.json({ ok: true, txHash: null }))
    expect(await queued.api.authorize(authorization)).toEqual({ ok: true, txHash: null })
  })

  test('behavior: a signature is handed in again while nobody answers', async () => {
    const bodies: unknown[] = []
    const answers = [new Response('', { status: 502 }), null, Response.json({ ok: true, txHash })]
    const fetch = async (_path: unknown, init?: RequestInit) => {
      bodies.push(init?.body)
      const answer = answers[bodies.length - 1]
      if (!answer) throw new TypeError('the network is away')
      return answer
    }
    const api = createPortalApi({ receipt: aReceipt(), query }, fetch, async () => {})
    expect(await api.authorize(authorization)).toEqual({ ok: true, txHash })
    expect(new Set(bodies).size).toBe(1)
    const silent = createPortalApi(
      { receipt: aReceipt(), query },
      () => Promise.reject(),
      async () => {},
    )
    expect(await silent.authorize(authorization)).toMatchObject({ ok: false, isUnknown: true })
  })

  test('behavior: leaving is said before the page is gone', () => {
    const calls: RequestInit[] = []
    const never = (_path: unknown, init?: RequestInit) => {
      calls.push(init ?? {})
      return new Promise<Response>(() => {})
    }
    const api = createPortalApi({ receipt: aReceipt(), query }, never)
    expect(api.leave('PORTAL_SESSION_ABANDONED')).toBeUndefined()
    expect(calls).toMatchObject([
      {
        method: 'POST',
        keepalive: true,
        body: '{"status":"failed","failureCode":"PORTAL_SESSION_ABANDONED"}',
      },
    ])
  })

  test("behavior: uses the page's own fetch unless told", async () => {
    // Browsers refuse one that is called as a method of something else.
    vi.stubGlobal('fetch', async function (this: unknown) {
      if (this !== globalThis) throw new TypeError('Illegal invocation')
      return Response.json({ ok: true })
    })
    const api = createPortalApi({ receipt: aReceipt(), query })
    expect(await api.announce(txHash)).toEqual({ ok: true })
  })

  test('error: refused, with the words of the service', async () => {
    const { api } = anApi(() => refusal(400, 'The receipt is paid already'))
    const refused = { ok: false, status: 400, message: 'The receipt is paid already' }
    expect(await api.announce(txHash)).toEqual(refused)
    expect(await api.authorize(authorization)).toMatchObject({ ok: false, isUnknown: false })
    expect(await api.play('exact')).toEqual(refused)
    expect(await api.postStatus('checkout_success', 'csrf')).toEqual(refused)
    expect(await api.signOut('csrf')).toEqual(refused)
    await expect(api.load()).rejects.toThrow('The receipt is paid already')
  })

  test('error: no connection', async () => {
    const { api } = anApi(() => Promise.reject(new TypeError('Failed to fetch')))
    expect(await api.announce(txHash)).toEqual(offline)
    await expect(api.load()).rejects.toThrow(offline.message)
  })

  test('error: what cannot be reported is nobody’s concern', async () => {
    for (const answer of [
      () => refusal(500, 'Try again later'),
      () => Promise.reject(new TypeError('Failed to fetch')),
    ]) {
      const { api, sent } = anApi(answer)
      expect(await api.report('link_opened')).toBeUndefined()
      api.leave('PORTAL_SESSION_CANCELLED')
      await vi.waitFor(() => expect(sent).toHaveLength(2))
    }
  })
})
