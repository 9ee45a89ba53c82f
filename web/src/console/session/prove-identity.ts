import { callService } from '../../core/api/call-service.js'
import { getPasskey } from '../../core/passkey/passkey.js'
import type { ConsoleTexts } from '../../core/texts/en-console.js'
import type { Wallet } from '../../core/wallet/wallet.js'
import type { ConsoleView } from '../view.js'

type Problem = keyof ConsoleTexts['signIn']['problems']

/** Null after success, or the problem to show. */
export type Outcome = Problem | null

type Proof = { message: string; signature: string } | { passkey: Record<string, unknown> }

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  callService(fetch.bind(window), { path, body, headers })

/** Signs in with a wallet. */
export async function signInWithWallet(
  wallet: Wallet,
  { chainId, statement }: Pick<ConsoleView, 'chainId'> & { statement: string },
): Promise<Outcome> {
  const { signIn } = await import('../../core/wallet/sign-in.js')
  const { origin } = location
  const input = { fetch: fetch.bind(window), origin, chainId, statement, asBuyer: false }
  const outcome = await signIn(wallet, input)
  return outcome.kind === 'signed_in' ? null : toProblem(outcome.kind)
}

/** Signs in with a passkey of this device. */
export async function signInWithPasskey(): Promise<Outcome> {
  const response = await askForPasskey()
  if (typeof response === 'string') return response
  const { ok } = await post('/api/auth/passkey', { response: response.passkey })
  return ok ? null : 'failed'
}

/** Signs in at the demo shop of a sandbox. */
export async function signInAsDemo(role: string): Promise<Outcome> {
  const { ok } = await post('/api/sandbox/sign-in', { role })
  return ok ? null : 'failed'
}

/** Asks for a signature that proves who the owner of the wallet is. */
export async function proveWithWallet(
  wallet: Wallet,
  input: Pick<ConsoleView, 'chainId'> & { statement: string },
): Promise<Proof | Problem> {
  const { signProof } = await import('../../core/wallet/sign-in.js')
  const { origin } = location
  const outcome = await signProof(wallet, { fetch: fetch.bind(window), origin, ...input })
  if (outcome.kind !== 'signed') return toProblem(outcome.kind)
  return { message: outcome.message, signature: outcome.signature }
}

/** Asks for a passkey of this device. */
export async function askForPasskey(): Promise<{ passkey: Record<string, unknown> } | Problem> {
  const options = await post('/api/auth/passkey/options', {})
  if (!options.ok) return 'failed'
  const outcome = await getPasskey(
    navigator.credentials,
    options.body['options'] as Record<string, unknown>,
  )
  return outcome.kind === 'done' ? { passkey: outcome.response } : outcome.kind
}

/** Confirms the identity of the session with a proof. */
export async function confirmIdentity(proof: Proof, csrfToken: string): Promise<Outcome> {
  const { ok } = await post('/api/auth/step-up', proof, { 'x-csrf-token': csrfToken })
  return ok ? null : 'failed'
}

function toProblem(kind: string): Problem {
  return kind === 'rejected' || kind === 'request_pending' || kind === 'mismatch' ? kind : 'failed'
}
