import { createSiweMessage } from 'viem/siwe'
import { getAddress, stringToHex } from 'viem/utils'
import { callService } from '../api/call-service.js'
import { type Refusal, readRefusal } from './read-refusal.js'
import { readSignature } from './read-signature.js'
import { requestAccount } from './request-account.js'
import type { Wallet } from './wallet.js'

export type SignInOutcome =
  | { kind: 'signed_in'; wallet: string; csrfToken: string }
  | Exclude<Refusal, { kind: 'failed' }>
  /** The signature is not by the wallet's account. */
  | { kind: 'mismatch' }
  | { kind: 'failed'; message: string }

type SignInInput = {
  fetch: typeof globalThis.fetch
  /** Origin of the page. The signed message is valid for no other origin. */
  origin: string
  chainId: number
  statement: string
}

const unavailable = 'Sign-in is unavailable right now. Please try again in a moment.'

/** Signs a buyer in with a message signed by their wallet (EIP-4361). Never throws. */
export async function signIn({ provider }: Wallet, input: SignInInput): Promise<SignInOutcome> {
  const { fetch } = input
  const account = await requestAccount(provider)
  if (account.kind === 'no_account') return failed('Your wallet did not share an account.')
  if (account.kind !== 'connected') return account
  const { from } = account

  const challenge = await callService(fetch, { path: '/api/auth/nonce' })
  if (!challenge.ok) return failed(challenge.message)
  const { nonce } = challenge.body
  if (typeof nonce !== 'string') return failed(unavailable)

  let message: string
  let signature: string | null
  try {
    message = writeMessage({ ...input, from, nonce })
    const params = [stringToHex(message), from]
    signature = readSignature(await provider.request({ method: 'personal_sign', params }))
  } catch (error) {
    return readRefusal(error)
  }
  if (!signature) return failed('Your wallet did not sign. Please try again.')

  const login = await callService(fetch, {
    path: '/api/auth/login',
    // A buyer needs no merchant.
    body: { message, signature, asBuyer: true },
  })
  if (!login.ok) return login.status === 401 ? { kind: 'mismatch' } : failed(login.message)
  const { wallet, csrfToken } = login.body
  if (typeof wallet !== 'string' || typeof csrfToken !== 'string') return failed(unavailable)
  return { kind: 'signed_in', wallet, csrfToken }
}

function writeMessage(input: SignInInput & { from: string; nonce: string }): string {
  const { from, origin, chainId, statement, nonce } = input
  return createSiweMessage({
    address: getAddress(from),
    domain: new URL(origin).host,
    uri: origin,
    version: '1',
    chainId,
    nonce,
    statement,
  })
}

function failed(message: string): SignInOutcome {
  return { kind: 'failed', message }
}
