import type { PortalReceipt } from '@tallystick/sdk'
import { useEffect, useState } from 'preact/hooks'
import { loadCode } from '../../core/load-code.js'
import type { Wallet } from '../../core/wallet/wallet.js'
import { useTexts } from '../../ui/language.js'
import type { PortalApi } from '../live/portal-api.js'

export type AccountProps = {
  api: PortalApi
  receipt: PortalReceipt
  wallets: readonly Wallet[] | null
  /** Whether this page sent a payment. */
  hasSent: boolean
}

export type Session = { wallet: string; csrfToken: string }

/**
 * Manages the session of a buyer who signs in, which lets them complete the checkout and request a
 * refund.
 */
export function useSession({ api, receipt, hasSent }: AccountProps) {
  const { account: texts, failures } = useTexts()
  const [session, setSession] = useState<Session | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  useEffect(() => {
    const csrfToken = readCookie(document.cookie, 'cb_csrf')
    if (!csrfToken) return
    void findWallet().then((found) => {
      if (found === 'expired') setProblem(texts.problems.expired)
      else if (found) setSession({ wallet: found.wallet, csrfToken })
    })
  }, [])

  useEffect(() => {
    if (!session || !hasSent) return
    void api.postStatus('checkout_success', session.csrfToken).then((response) => {
      if (!response.ok && response.status === 401) endSession()
    })
  }, [api, session, hasSent])

  const endSession = () => {
    setSession(null)
    setProblem(texts.problems.expired)
  }

  const signIn = async (wallet: Wallet): Promise<Session | null> => {
    setBusy(true)
    setProblem(null)
    const sign = await loadCode(() => import('../../core/wallet/sign-in.js')).then(
      (loaded) => loaded.signIn,
      () => null,
    )
    const outcome = await sign?.(wallet, {
      fetch: window.fetch.bind(window),
      origin: window.location.origin,
      chainId: receipt.payment.chainId,
      asBuyer: true,
      statement: texts.statement(receipt.brandName),
    })
    setBusy(false)
    if (outcome?.kind === 'signed_in') {
      const signedIn = { wallet: outcome.wallet, csrfToken: outcome.csrfToken }
      setSession(signedIn)
      void api.postStatus('buyer_logged_in', signedIn.csrfToken)
      return signedIn
    }
    if (outcome?.kind === 'mismatch') void api.report('failed', 'PORTAL_CHAIN_WALLET_MISMATCH')
    setProblem(texts.problems[outcome?.kind ?? 'failed'])
    return null
  }

  const requestRefund = async (current: Session): Promise<void> => {
    setBusy(true)
    const response = await api.postStatus('refund_requested', current.csrfToken)
    setBusy(false)
    if (response.ok) return setProblem(null)
    if (response.status === 401) return endSession()
    setProblem(response.message ?? failures.unreachable)
  }

  const signOut = async (current: Session): Promise<void> => {
    setBusy(true)
    const response = await api.signOut(current.csrfToken)
    setBusy(false)
    // An unknown session has already ended.
    const isSignedOut = response.ok || response.status === 401
    if (isSignedOut) setSession(null)
    setProblem(isSignedOut ? null : (response.message ?? failures.unreachable))
  }

  return { session, isBusy, problem, signIn, requestRefund, signOut }
}

/** Finds the wallet of the session. Null when the service does not respond. */
async function findWallet(): Promise<{ wallet: string } | 'expired' | null> {
  try {
    const response = await fetch('/api/auth/me')
    if (response.status === 401) return 'expired'
    if (!response.ok) return null
    const { wallet } = (await response.json()) as { wallet?: unknown }
    return typeof wallet === 'string' ? { wallet } : null
  } catch {
    return null
  }
}

function readCookie(cookies: string, name: string): string | null {
  const cookie = cookies.split('; ').find((pair) => pair.startsWith(`${name}=`))
  return cookie ? cookie.slice(name.length + 1) : null
}
