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
  | { kind: 'failed' }

type SignInInput = {
  fetch: typeof globalThis.fetch
  /** Origin of the page. The signed message is valid for no other origin. */
  origin: string
  chainId: number
  statement: string
}

const failed = { kind: 'failed' } as const

/** Signs a buyer in with a message signed by their wallet (EIP-4361). Never throws. */
export async function signIn({ provider }: Wallet, input: SignInInput): Promise<SignInOutcome> {
  const { fetch } = input
  const account = await requestAccount(provider)
  if (account.kind === 'no_account') return failed
  if (account.kind !== 'connected') return refuse(account)
  const { from } = account

  const challenge = await callService(fetch, { path: '/api/auth/nonce' })
  if (!challenge.ok) return failed
  const { nonce } = challenge.body
  if (typeof nonce !== 'string') return failed

  let message: string
  let signature: string | null
  try {
    message = writeMessage({ ...input, from, nonce })
    const params = [stringToHex(message), from]
    signature = readSignature(await provider.request({ method: 'personal_sign', params }))
  } catch (error) {
    return refuse(readRefusal(error))
  }
  if (!signature) return failed

  const login = await callService(fetch, {
    path: '/api/auth/login',
    // A buyer needs no merchant.
    body: { message, signature, asBuyer: true },
  })
  if (!login.ok) return login.status === 401 ? { kind: 'mismatch' } : failed
  const { wallet, csrfToken } = login.body
  if (typeof wallet !== 'string' || typeof csrfToken !== 'string') return failed
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

/** Leaves out the wallet's message, which may be in any language. */
function refuse(refusal: Refusal): SignInOutcome {
  return refusal.kind === 'failed' ? failed : refusal
}
