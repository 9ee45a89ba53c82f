import { useEffect, useState } from 'preact/hooks'
import { callService, type ServiceResponse } from '../core/api/call-service.js'
import { createPasskey, getPasskey, type PasskeyOutcome } from '../core/passkey/passkey.js'
import { joinTexts as texts } from '../core/texts/en-join.js'
import type { Wallet } from '../core/wallet/wallet.js'
import type { JoinView } from './view.js'

export type Invitation = {
  /** Name of the shop, or a word for it. */
  shop: string
  role: string
  /** Name that the inviter noted, or empty. */
  name: string
  expiresAt: number
}

/** The reason why the link cannot be used. */
type Cause = Exclude<keyof typeof texts.ended, 'retry'>

export type JoinState =
  | { kind: 'loading' }
  | { kind: 'open'; invitation: Invitation }
  | { kind: 'joined'; invitation: Invitation; by: 'passkeyNext' | 'wallet' | 'existingPasskey' }
  /** `text` is the message of the service, which distinguishes used and expired links. */
  | { kind: 'ended'; cause: Cause; text: string | null }

export type Join = ReturnType<typeof useJoin>

type Failure = Extract<ServiceResponse, { ok: false }>

type Busy = keyof typeof texts.busy

/** Manages how a person joins with the link of this page. */
export function useJoin({ chainId }: JoinView) {
  const [state, setState] = useState<JoinState>({ kind: 'loading' })
  const [busy, setBusy] = useState<Busy | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  const open = () => {
    setProblem(null)
    void openLink().then(setState)
  }
  useEffect(() => {
    open()
    addEventListener('hashchange', open)
    return () => removeEventListener('hashchange', open)
  }, [])

  /** Runs one attempt at a time. It returns a problem, or null. */
  const attempt = async (kind: Busy, run: () => Promise<string | null>) => {
    setProblem(null)
    setBusy(kind)
    const result = await run()
    setBusy(null)
    setProblem(result)
  }

  /** Shows the outcome of the last call. A link that can no longer be used ends the page. */
  const finish = (
    response: ServiceResponse,
    by: Extract<JoinState, { kind: 'joined' }>['by'],
  ): string | null => {
    if (!response.ok) return refuse(response)
    if (state.kind !== 'open') return null
    // The token was used, and does not belong in the history.
    history.replaceState(null, '', location.pathname)
    setState({ kind: 'joined', invitation: state.invitation, by })
    return null
  }

  const refuse = (response: Failure): string | null => {
    const cause = causeOf(response)
    if (cause === null || cause === 'unreachable') {
      return response.message ?? texts.problems.unreachable
    }
    setState(endedBy(response, cause))
    return null
  }

  const joinAs = async (name: string): Promise<string | null> => {
    const token = readToken()
    const options = await post('/api/auth/join/options', { token, name })
    if (!options.ok) return refuse(options)
    const outcome = await createPasskey(navigator.credentials, optionsOf(options))
    if (outcome.kind !== 'done') return texts.problems[outcome.kind]
    setBusy('joining')
    const { response } = outcome
    return finish(await post('/api/auth/join', { token, name, response }), 'passkeyNext')
  }

  const accept = async (csrfToken: unknown, by: 'wallet' | 'existingPasskey') => {
    setBusy('joining')
    const headers = { 'x-csrf-token': String(csrfToken) }
    const body = { token: readToken() }
    return finish(await post('/api/invitations/link/accept', body, headers), by)
  }

  return {
    state,
    busy,
    problem,
    open,
    createPasskey: (name: string) => void attempt('passkey', () => joinAs(name)),
    acceptWithPasskey: () =>
      void attempt('passkey', async () => {
        const options = await post('/api/auth/passkey/options', {})
        if (!options.ok) return refuse(options)
        const outcome: PasskeyOutcome = await getPasskey(navigator.credentials, optionsOf(options))
        if (outcome.kind !== 'done') return texts.problems[outcome.kind]
        const signedIn = await post('/api/auth/passkey', { response: outcome.response })
        return signedIn.ok
          ? accept(signedIn.body['csrfToken'], 'existingPasskey')
          : refuse(signedIn)
      }),
    acceptWithWallet: (wallet: Wallet) =>
      void attempt('wallet', async () => {
        if (state.kind !== 'open') return null
        const sign = await import('../core/wallet/sign-in.js').then(
          (loaded) => loaded.signIn,
          () => null,
        )
        const outcome = await sign?.(wallet, {
          fetch: fetch.bind(window),
          origin: location.origin,
          chainId,
          asBuyer: true,
          statement: texts.wallet.statement(state.invitation.shop),
        })
        if (outcome?.kind === 'signed_in') return accept(outcome.csrfToken, 'wallet')
        const kind = outcome?.kind ?? 'failed'
        return kind === 'failed' ? texts.problems.walletFailed : texts.problems[kind]
      }),
  }
}

/** Describes the link of this page. */
async function openLink(): Promise<JoinState> {
  const token = readToken()
  if (!token) return { kind: 'ended', cause: 'incomplete', text: null }
  const response = await post('/api/invitations/link', { token })
  if (!response.ok) return endedBy(response, causeOf(response) ?? 'unreachable')
  const { shopName, role, name, expiresAt } = response.body['invitation'] as Record<string, unknown>
  const invitation = {
    shop: String(shopName) || texts.aShop,
    role: String(role),
    name: String(name),
    expiresAt: Number(expiresAt),
  }
  return { kind: 'open', invitation }
}

function endedBy({ message }: Failure, cause: Cause): JoinState {
  return { kind: 'ended', cause, text: cause === 'gone' ? message : null }
}

/** Returns why the link cannot be used, or null when the failure has another cause. */
function causeOf({ status, code }: Failure): Cause | null {
  if (code === 'gone') return 'gone'
  if (code === 'not_found') return 'invalid'
  if (code === 'conflict') return 'member'
  if (code === 'merchant_suspended') return 'suspended'
  return status === 0 || status >= 500 ? 'unreachable' : null
}

function readToken(): string {
  return location.hash.slice(1)
}

function post(path: string, body: object, headers: Record<string, string> = {}) {
  return callService(fetch.bind(window), { path, body, headers })
}

function optionsOf({ body }: Extract<ServiceResponse, { ok: true }>): Record<string, unknown> {
  return body['options'] as Record<string, unknown>
}
