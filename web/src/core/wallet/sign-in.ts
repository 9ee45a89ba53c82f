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

export type ProofOutcome =
  | { kind: 'signed'; message: string; signature: string }
  | Exclude<Refusal, { kind: 'failed' }>
  | { kind: 'failed' }

type ProofInput = {
  fetch: typeof globalThis.fetch
  /** Origin of the page. The signed message is valid for no other origin. */
  origin: string
  chainId: number
  statement: string
}

/** A buyer needs no merchant. */
type SignInInput = ProofInput & { asBuyer: boolean }

const failed = { kind: 'failed' } as const

/** Signs a person in with a message signed by their wallet (EIP-4361). Never throws. */
export async function signIn(wallet: Wallet, input: SignInInput): Promise<SignInOutcome> {
  const proof = await signProof(wallet, input)
  if (proof.kind !== 'signed') return proof
  const { message, signature } = proof
  const login = await callService(input.fetch, {
    path: '/api/auth/login',
    body: { message, signature, asBuyer: input.asBuyer },
  })
  if (!login.ok) return login.status === 401 ? { kind: 'mismatch' } : failed
  const { wallet: address, csrfToken } = login.body
  if (typeof address !== 'string' || typeof csrfToken !== 'string') return failed
  return { kind: 'signed_in', wallet: address, csrfToken }
}

/** Asks a wallet to sign a message that proves who its owner is. Never throws. */
export async function signProof({ provider }: Wallet, input: ProofInput): Promise<ProofOutcome> {
  const account = await requestAccount(provider)
  if (account.kind === 'no_account') return failed
  if (account.kind !== 'connected') return refuse(account)
  const { from } = account

  const challenge = await callService(input.fetch, { path: '/api/auth/nonce' })
  if (!challenge.ok) return failed
  const { nonce } = challenge.body
  if (typeof nonce !== 'string') return failed

  try {
    const message = writeMessage({ ...input, from, nonce })
    const params = [stringToHex(message), from]
    const signature = readSignature(await provider.request({ method: 'personal_sign', params }))
    return signature ? { kind: 'signed', message, signature } : failed
  } catch (error) {
    return refuse(readRefusal(error))
  }
}

function writeMessage(input: ProofInput & { from: string; nonce: string }): string {
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
function refuse(refusal: Refusal): Exclude<Refusal, { kind: 'failed' }> | typeof failed {
  return refusal.kind === 'failed' ? failed : refusal
}
