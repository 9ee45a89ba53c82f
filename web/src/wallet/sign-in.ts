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
  /** The service does not take the signature for this wallet's. */
  | { kind: 'mismatch' }
  | { kind: 'failed'; message: string }

type SignInInput = {
  fetch: typeof globalThis.fetch
  /** Where the page is; the message is good for no other place. */
  origin: string
  chainId: number
  statement: string
}

const unreadable = 'Signing in does not work right now. Please try again in a moment.'

/** Signs the buyer in with a message that the wallet signs (EIP-4361). Never throws. */
export async function signIn({ provider }: Wallet, input: SignInInput): Promise<SignInOutcome> {
  const { fetch } = input
  const account = await requestAccount(provider)
  if (account.kind === 'no_account') return failed('Your wallet has not chosen an account.')
  if (account.kind !== 'connected') return account
  const { from } = account

  const given = await callService(fetch, { path: '/api/auth/nonce' })
  if (!given.ok) return failed(given.message)
  const { nonce } = given.body
  if (typeof nonce !== 'string') return failed(unreadable)

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

  const answer = await callService(fetch, {
    path: '/api/auth/login',
    body: { message, signature },
  })
  if (!answer.ok) return answer.status === 401 ? { kind: 'mismatch' } : failed(answer.message)
  const { wallet, csrfToken } = answer.body
  if (typeof wallet !== 'string' || typeof csrfToken !== 'string') return failed(unreadable)
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
