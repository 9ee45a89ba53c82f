import type { PortalReceipt } from '@tallystick/sdk'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { PaymentOption } from '../../api/payment-option.js'
import { type PayStep, payWithWallet } from '../../wallet/pay-with-wallet.js'
import type { Wallet } from '../../wallet/wallet.js'
import type { PortalApi } from '../live/portal-api.js'
import { type Begun, isStillDue } from '../state/is-still-due.js'
import { type Notice, noticeOf, refusalOf } from './describe-failure.js'

/** What is going on between the page and a wallet. */
export type Phase =
  | { kind: 'idle' }
  | { kind: 'busy'; wallet: string; step: PayStep | 'relaying'; begun: Begun }

type Input = {
  api: PortalApi
  receipt: PortalReceipt
  /** How far the service's clock is ahead of ours. */
  ahead: number
  onSent: (txHash: string | null) => void
  /** The service has heard of what was sent: from now on it knows best. */
  onTold: (txHash: string | null) => void
  /** Asks what the receipt is like, where the service knows more than the page. */
  onDoubt: () => void
}

type Choice = { option: PaymentOption; isGasless: boolean }

/** One attempt: whether it is still the last one, and still worth asking a wallet for. */
type Run = { isOwn(): boolean; isWanted(): boolean; onStep(step: PayStep | 'relaying'): void }

const idle: Phase = { kind: 'idle' }
/** A part of the page that is loaded when it is needed is not there any more. */
const outdated: Notice = {
  text: 'Nothing was sent. Please reload the page and try again.',
  code: null,
}

/**
 * Paying with a wallet of this browser: one attempt at a time, which can be called off. For as long as the page is there:
 * a wallet that was asked may answer when the page shows something else by then.
 */
export function usePayment({ api, receipt, ahead, onSent, onTold, onDoubt }: Input) {
  const [phase, setPhase] = useState<Phase>(idle)
  const [notice, setNotice] = useState<Notice | null>(null)
  const attempt = useRef(0)
  const isUnderWay = useRef(false)
  const latest = useRef(receipt)
  latest.current = receipt

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
    onDoubt()
    if (told.code) void api.report('failed', told.code)
  }

  const finish = (txHash: string | null, { isOwn }: Run) => {
    isUnderWay.current = false
    if (isOwn()) setPhase(idle)
    setNotice(null)
    onSent(txHash)
  }

  const pay = async (wallet: Wallet, choice: Choice) => {
    attempt.current += 1
    const own = attempt.current
    const isOwn = () => attempt.current === own
    const now = () => Date.now() + ahead
    const { option } = choice
    const begun = { option, sent: receipt.payment.sent }
    const run = {
      isOwn,
      isWanted: () => isOwn() && isStillDue(begun, { receipt: latest.current, now: now() }),
      onStep: (step: PayStep | 'relaying') => {
        if (isOwn()) setPhase({ kind: 'busy', wallet: wallet.name, step, begun })
      },
    }
    setNotice(null)
    run.onStep('connecting')
    isUnderWay.current = true
    void api.report('checkout_initialized')
    try {
      await (choice.isGasless
        ? paySigned(wallet, option, { ...run, now: now() })
        : paySent(wallet, option, run))
    } catch {
      if (isOwn()) fail(outdated)
    }
  }

  const paySent = async (wallet: Wallet, option: PaymentOption, run: Run) => {
    const outcome = await payWithWallet(wallet, { payment: receipt.payment, option, ...run })
    // Also when it was called off meanwhile: what was sent was sent.
    if (outcome.kind === 'sent') {
      finish(outcome.txHash, run)
      // Whoever cannot be told finds it on the chain anyway.
      const answer = await api.announce(outcome.txHash)
      if (answer.ok) onTold(outcome.txHash)
      return
    }
    if (run.isOwn()) fail(noticeOf(outcome, factsOf(receipt.payment, option)))
  }

  const paySigned = async (wallet: Wallet, option: PaymentOption, run: Run & { now: number }) => {
    const { signAuthorization } = await import('../../wallet/sign-authorization.js')
    const signed = await signAuthorization(wallet, { receipt, option, ...run })
    if (!run.isOwn()) return
    const facts = factsOf(receipt.payment, option)
    if (signed.kind !== 'signed') return fail(noticeOf(signed, facts))
    // A signature that is not handed in pays nothing.
    if (!run.isWanted()) return fail(noticeOf({ kind: 'called_off' }, facts))
    run.onStep('relaying')
    const answer = await api.authorize(signed.body)
    if (!answer.ok) return fail(refusalOf(answer))
    finish(answer.txHash, run)
    onTold(answer.txHash)
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

  return { phase, notice, pay, cancel }
}

export type Payment = ReturnType<typeof usePayment>

function factsOf({ network, gasless }: PortalReceipt['payment'], { symbol }: PaymentOption) {
  const hasGasless = gasless?.tokens.some((token) => token.symbol === symbol) ?? false
  return { symbol, network: network.name, coin: network.coin, hasGasless }
}
