import type { InjectOptions } from 'fastify'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { csrfCookie, sessionCookie } from '../src/auth/sessions/cookies.js'
import { addMerchant } from '../src/features/sessions/create-merchant.js'
import { startSession } from '../src/features/sessions/session.js'
import { type Address, parseAddress } from '../src/lib/hex.js'
import { type Context, inTransaction } from '../src/platform/context.js'
import { aWallet } from './fixtures/factories.js'
import type { TestApp } from './harness.js'

export type SignedIn = {
  wallet: Address
  token: string
  csrfToken: string
  cookie: string
  /** Headers that our own pages send. */
  headers: Record<string, string>
}

type Inject = Pick<TestApp, 'inject'>

const defaultUri = 'http://tally.test/'

type SignInOptions = {
  privateKey?: `0x${string}`
  /** Needed when the service has another origin than in other tests. */
  uri?: string
  asBuyer?: boolean
}

/** Signs in with a wallet, by default a new one, which creates its merchant. */
export async function signIn(app: Inject, options: SignInOptions = {}): Promise<SignedIn> {
  const account = privateKeyToAccount(options.privateKey ?? generatePrivateKey())
  const { nonce } = (await app.inject('/api/auth/nonce')).json()
  const { uri = defaultUri, asBuyer } = options
  const message = aMessage({ address: account.address, nonce, uri })
  const signature = await account.signMessage({ message })
  const response = await app.inject(login({ message, signature, ...(asBuyer && { asBuyer }) }))
  if (response.statusCode !== 200) throw new Error(`sign-in failed: ${response.body}`)

  const wallet = parseAddress(account.address)
  const cookies = response.cookies.map(({ name, value }) => [name, value] as const)
  const { [sessionCookie]: token = '', [csrfCookie]: csrfToken = '' } = Object.fromEntries(cookies)
  if (!wallet) throw new Error('the generated wallet is malformed')
  return signedIn({ wallet, token, csrfToken })
}

/** Creates what a sign-in with a new wallet creates, without its signature, which takes longest. */
export async function startOwnSession(ctx: Context): Promise<SignedIn> {
  const wallet = aWallet()
  const correlationId = ctx.newId('run')
  const tokens = await inTransaction(ctx, async (inTx) => {
    await addMerchant(inTx, { wallet, correlationId })
    return startSession(inTx, { person: wallet, userAgent: '', correlationId })
  })
  return signedIn({ wallet, ...tokens })
}

function signedIn(input: Pick<SignedIn, 'wallet' | 'token' | 'csrfToken'>): SignedIn {
  const { token, csrfToken } = input
  const cookie = `${sessionCookie}=${token}; ${csrfCookie}=${csrfToken}`
  return { ...input, cookie, headers: { cookie, 'x-csrf-token': csrfToken } }
}

/** Creates a valid sign-in message with the given changes. */
export function aMessage(
  fields: Pick<Parameters<typeof createSiweMessage>[0], 'address' | 'nonce'> &
    Partial<Parameters<typeof createSiweMessage>[0]>,
): string {
  return createSiweMessage({
    domain: 'tally.test',
    uri: defaultUri,
    version: '1',
    chainId: 84_532,
    issuedAt: new Date(1_767_268_800_000),
    ...fields,
  })
}

/** Sends the sign-in request. */
export function login(payload: {
  message: string
  signature: string
  asBuyer?: boolean
}): InjectOptions {
  return { method: 'POST', url: '/api/auth/login', payload }
}
