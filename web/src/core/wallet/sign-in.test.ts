import { type Hex, hexToString } from 'viem'
import { parseSiweMessage, validateSiweMessage } from 'viem/siwe'
import { verifyMessage } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { errorResponse, fakeService, type SentRequest } from '../../../test/fixtures/service.js'
import { aWallet, buyer, walletError } from '../../../test/fixtures/wallet.js'
import { signIn } from './sign-in.js'

type Options = NonNullable<Parameters<typeof aWallet>[0]>

const nonce = '5fa1c0ffee5fa1c0ffee'
const origin = 'https://pay.example:8443'
const statement = 'Sign in to Blue Café'

/** Responds like a service that accepts a signature of its nonce. */
async function respond({ path, body }: SentRequest): Promise<Response> {
  if (path === '/api/auth/nonce') return Response.json({ nonce, expiresAt: 1 })
  const { message, signature } = body as { message: string; signature: Hex }
  const parsed = parseSiweMessage(message)
  const { address } = parsed
  const isSound = validateSiweMessage({ message: parsed, nonce, domain: 'pay.example:8443' })
  if (!address || !isSound || !(await verifyMessage({ address, message, signature }))) {
    return errorResponse(401, 'The signature does not fit', 'unauthorized')
  }
  return Response.json({ ok: true, wallet: address, csrfToken: 'csrf' })
}

async function enter(options: Options = {}, service: Parameters<typeof fakeService>[0] = respond) {
  const wallet = aWallet(options)
  const { fetch, sentRequests } = fakeService(service)
  const outcome = await signIn(wallet, { fetch, origin, chainId: 84_532, statement, asBuyer: true })
  return { wallet, sentRequests, outcome }
}

const throws = (method: string, error: unknown) => ({
  [method]: () => {
    throw error
  },
})

describe('signIn', () => {
  test('default', async () => {
    const { outcome, sentRequests } = await enter()
    expect(outcome).toEqual({ kind: 'signed_in', wallet: buyer.address, csrfToken: 'csrf' })
    expect(sentRequests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/auth/nonce',
      'POST /api/auth/login',
    ])
    expect(sentRequests.every(({ credentials }) => credentials === 'same-origin')).toBe(true)
    expect(sentRequests[1]?.body).toMatchObject({ asBuyer: true })
  })

  test('behavior: the message names account, origin and purpose', async () => {
    const { wallet, sentRequests } = await enter()
    const [hex, from] = wallet.lastParams('personal_sign')
    const [, login] = sentRequests
    const message = (login?.body as { message: string } | undefined)?.message ?? ''
    expect(hexToString(hex)).toBe(message)
    expect(from).toBe(buyer.address.toLowerCase())
    expect(parseSiweMessage(message)).toMatchObject({
      address: buyer.address,
      domain: 'pay.example:8443',
      uri: origin,
      version: '1',
      chainId: 84_532,
      nonce,
      statement,
      issuedAt: expect.any(Date),
    })
  })

  test('behavior: returns mismatch for the signature of another account', async () => {
    const accounts = [`0x${'1'.repeat(40)}`]
    expect((await enter({ accounts })).outcome).toEqual({ kind: 'mismatch' })
  })

  test.each(['eth_requestAccounts', 'personal_sign'])(
    'behavior: returns rejected when the buyer rejects %s',
    async (method) => {
      const { outcome, sentRequests } = await enter({
        responses: throws(method, walletError(4001)),
      })
      expect(outcome).toEqual({ kind: 'rejected' })
      expect(sentRequests.filter(({ path }) => path === '/api/auth/login')).toEqual([])
    },
  )

  test('error: the wallet has no account', async () => {
    const { outcome, sentRequests } = await enter({ accounts: [] })
    expect(outcome).toEqual({ kind: 'failed' })
    expect(sentRequests).toEqual([])
  })

  test('error: the wallet throws or does not sign', async () => {
    const fails = throws('personal_sign', walletError(-32603, 'Device is locked'))
    expect((await enter({ responses: fails })).outcome).toEqual({ kind: 'failed' })
    const { outcome, sentRequests } = await enter({
      responses: { personal_sign: () => 'yes' },
    })
    expect(outcome).toEqual({ kind: 'failed' })
    expect(sentRequests).toHaveLength(1)
  })

  test('error: the service refuses a nonce', async () => {
    const { outcome, wallet } = await enter({}, () =>
      errorResponse(429, 'Too many calls. Wait a minute.'),
    )
    expect(outcome).toEqual({ kind: 'failed' })
    expect(wallet.methods()).not.toContain('personal_sign')
  })

  test('error: the nonce is invalid', async () => {
    const { outcome, wallet } = await enter({}, () => Response.json({ nonce: 7 }))
    expect(outcome).toEqual({ kind: 'failed' })
    expect(wallet.methods()).not.toContain('personal_sign')
    const odd = await enter({}, () => Response.json({ nonce: '\n' }))
    expect(odd.outcome).toEqual({ kind: 'failed' })
  })

  test('error: the service fails to check the signature', async () => {
    const failing = (sentRequest: SentRequest) =>
      sentRequest.path === '/api/auth/login'
        ? errorResponse(500, 'Try again later', 'failed')
        : respond(sentRequest)
    expect((await enter({}, failing)).outcome).toEqual({ kind: 'failed' })
    const odd = (sentRequest: SentRequest) =>
      sentRequest.path === '/api/auth/login' ? Response.json({ ok: true }) : respond(sentRequest)
    expect((await enter({}, odd)).outcome).toEqual({ kind: 'failed' })
  })
})
