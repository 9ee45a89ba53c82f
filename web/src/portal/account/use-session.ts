import { useEffect, useState } from 'preact/hooks'
import type { Wallet } from '../../wallet/wallet.js'
import type { AccountProps } from './account-props.js'

/** Somebody signed in with a wallet. */
export type Session = { wallet: string; csrfToken: string }

/** A buyer who has signed in here, which nobody has to: it lets them say that they are done, and ask for money back. */
export function useSession({ api, receipt, hasSent }: AccountProps) {
  const [session, setSession] = useState<Session | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  useEffect(() => {
    const csrfToken = readCookie(document.cookie, 'cb_csrf')
    if (csrfToken) void findWallet().then((wallet) => wallet && setSession({ wallet, csrfToken }))
  }, [])

  useEffect(() => {
    if (session && hasSent) void api.postStatus('checkout_success', session.csrfToken)
  }, [api, session, hasSent])

  const signIn = async (wallet: Wallet): Promise<Session | null> => {
    setBusy(true)
    setProblem(null)
    const sign = await import('../../wallet/sign-in.js').then(
      (loaded) => loaded.signIn,
      () => null,
    )
    const outcome = await sign?.(wallet, {
      fetch: window.fetch.bind(window),
      origin: window.location.origin,
      chainId: receipt.payment.chainId,
      statement: `Sign in to pay ${receipt.brandName || 'this receipt'}.`,
    })
    setBusy(false)
    if (outcome?.kind === 'signed_in') {
      const signedIn = { wallet: outcome.wallet, csrfToken: outcome.csrfToken }
      setSession(signedIn)
      void api.postStatus('buyer_logged_in', signedIn.csrfToken)
      return signedIn
    }
    if (outcome?.kind === 'mismatch') void api.report('failed', 'PORTAL_CHAIN_WALLET_MISMATCH')
    setProblem(problems[outcome?.kind ?? 'failed'])
    return null
  }

  const requestRefund = async (own: Session): Promise<void> => {
    setBusy(true)
    const answer = await api.postStatus('refund_requested', own.csrfToken)
    setBusy(false)
    if (answer.ok) return setProblem(null)
    if (answer.status === 401) setSession(null)
    setProblem(answer.status === 401 ? 'Your sign-in has ended. Sign in again.' : answer.message)
  }

  const signOut = async (own: Session): Promise<void> => {
    setBusy(true)
    const answer = await api.signOut(own.csrfToken)
    setBusy(false)
    // One that is unknown has ended before.
    const isOut = answer.ok || answer.status === 401
    if (isOut) setSession(null)
    setProblem(isOut ? null : answer.message)
  }

  return { session, isBusy, problem, signIn, requestRefund, signOut }
}

const problems = {
  still_asking: 'Your wallet is still asking. Open it and answer there.',
  rejected: 'You declined in your wallet. You can pay without signing in.',
  mismatch: 'That wallet did not prove itself. Choose the account you pay with and try again.',
  failed: 'Signing in did not work. You can pay without it, or try again.',
}

async function findWallet(): Promise<string | null> {
  try {
    const response = await fetch('/api/auth/me')
    if (!response.ok) return null
    const { wallet } = (await response.json()) as { wallet?: unknown }
    return typeof wallet === 'string' ? wallet : null
  } catch {
    return null
  }
}

function readCookie(cookies: string, name: string): string | null {
  const found = cookies.split('; ').find((pair) => pair.startsWith(`${name}=`))
  return found ? found.slice(name.length + 1) : null
}
