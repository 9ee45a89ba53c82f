import { useEffect, useRef, useState } from 'preact/hooks'
import type { PortalApi } from '../live/portal-api.js'
import { type Notice, noticeOf, refusalOf } from '../pay/notice.js'
import type { PaymentOption, PortalReceipt } from '../view.js'
import { type PayStep, payWithWallet } from '../wallet/pay-with-wallet.js'
import type { Wallet } from '../wallet/wallet.js'

/** What is going on between the page and a wallet. */
export type Phase = { kind: 'idle' } | { kind: 'busy'; wallet: string; step: PayStep | 'relaying' }

type Input = {
  api: PortalApi
  receipt: PortalReceipt
  onSent: (txHash: string | null) => void
  now: number
}

const idle: Phase = { kind: 'idle' }

/** Paying with a wallet of this browser: one attempt at a time, which can be called off. */
export function usePayment({ api, receipt, onSent, now }: Input) {
  const [phase, setPhase] = useState<Phase>(idle)
  const [notice, setNotice] = useState<Notice | null>(null)
  const attempt = useRef(0)
  const isUnderWay = useRef(false)

  // Who leaves with a checkout begun and nothing sent has given it up.
  useEffect(() => {
    const leave = () => {
      if (isUnderWay.current) api.leave('PORTAL_SESSION_ABANDONED')
    }
    window.addEventListener('pagehide', leave)
    return () => window.removeEventListener('pagehide', leave)
  }, [api])

  const fail = (told: Notice) => {
    setPhase(idle)
    setNotice(told)
    if (told.code) void api.report('failed', told.code)
  }

  const announce = async (txHash: string) => {
    isUnderWay.current = false
    onSent(txHash)
    // Whoever cannot be told finds it on the chain anyway.
    await api.announce(txHash)
  }

  const pay = async (
    wallet: Wallet,
    { option, isGasless }: { option: PaymentOption; isGasless: boolean },
  ) => {
    attempt.current += 1
    const own = attempt.current
    const isStill = () => attempt.current === own
    const step = (at: PayStep | 'relaying') =>
      isStill() && setPhase({ kind: 'busy', wallet: wallet.name, step: at })
    const facts = {
      symbol: option.symbol,
      network: receipt.payment.network.name,
      hasGasless:
        receipt.payment.gasless?.tokens.some((token) => token.symbol === option.symbol) ?? false,
    }
    setNotice(null)
    step('connecting')
    isUnderWay.current = true
    void api.report('checkout_initialized')

    if (isGasless) {
      const { signAuthorization } = await import('../wallet/sign-authorization.js')
      const signed = await signAuthorization(wallet, { receipt, option, now, onStep: step })
      if (!isStill()) return
      if (signed.kind !== 'signed') return fail(noticeOf(signed, facts))
      step('relaying')
      const answer = await api.authorize(signed.body)
      if (!isStill()) return
      if (!answer.ok) return fail(refusalOf(answer))
      isUnderWay.current = false
      setPhase(idle)
      onSent(answer.txHash)
      return
    }

    const outcome = await payWithWallet(wallet, { payment: receipt.payment, option, onStep: step })
    // Also when it was called off meanwhile: what was sent was sent.
    if (outcome.kind === 'sent') {
      setPhase(idle)
      setNotice(null)
      return announce(outcome.txHash)
    }
    if (isStill()) fail(noticeOf(outcome, facts))
  }

  const cancel = () => {
    attempt.current += 1
    isUnderWay.current = false
    setPhase(idle)
    setNotice({
      text: 'Cancelled here. If your wallet still asks, decline it there too.',
      code: null,
    })
    void api.report('failed', 'PORTAL_SESSION_CANCELLED')
  }

  return { phase, notice, pay, cancel, announce }
}
