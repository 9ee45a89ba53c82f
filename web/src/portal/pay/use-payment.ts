import type { PortalReceipt } from '@tallystick/sdk'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { PaymentOption } from '../../core/api/payment-option.js'
import type { PayStep } from '../../core/wallet/pay-outcome.js'
import { payWithWallet } from '../../core/wallet/pay-with-wallet.js'
import type { Wallet } from '../../core/wallet/wallet.js'
import { useTexts } from '../../ui/language.js'
import type { PortalApi } from '../live/portal-api.js'
import { isStillDue, type PaymentAttempt } from '../state/is-still-due.js'
import { describeFailure, describeRefusal, type Notice } from './describe-failure.js'

/** The state of the interaction with a wallet. */
export type Phase =
  | { kind: 'idle' }
  | { kind: 'busy'; wallet: string; step: PayStep | 'relaying'; attempt: PaymentAttempt }

type Input = {
  api: PortalApi
  receipt: PortalReceipt
  clockOffsetMs: number
  onSent: (txHash: string | null) => void
  /** Called when the service has received the payment, after which its reports count. */
  onReceived: (txHash: string | null) => void
  /** Called after a failed attempt, because the service may know more than the page. */
  onFailed: () => void
}

type Choice = { option: PaymentOption; isGasless: boolean }

/** Controls one attempt: whether it is the latest, and whether its amount is still due. */
type Run = {
  isLatest(): boolean
  shouldContinue(): boolean
  onStep(step: PayStep | 'relaying'): void
}

const idle: Phase = { kind: 'idle' }

/**
 * Pays with a wallet of this browser, one attempt at a time, which the buyer can cancel. Lives as long as the page,
 * because a wallet may respond when the page already shows something else.
 */
export function usePayment({ api, receipt, clockOffsetMs, onSent, onReceived, onFailed }: Input) {
  const texts = useTexts()
  const [phase, setPhase] = useState<Phase>(idle)
  const [notice, setNotice] = useState<Notice | null>(null)
  const attempts = useRef(0)
  const isUnderWay = useRef(false)
  const latestReceipt = useRef(receipt)
  latestReceipt.current = receipt

  // Leaving the page during a checkout abandons it, unless a payment was sent.
  useEffect(() => {
    const leave = () => {
      if (isUnderWay.current) api.leave('PORTAL_SESSION_ABANDONED')
    }
    window.addEventListener('pagehide', leave)
    return () => window.removeEventListener('pagehide', leave)
  }, [api])

  const fail = (failure: Notice) => {
    setPhase(idle)
    setNotice(failure)
    onFailed()
    if (failure.code) void api.report('failed', failure.code)
  }

  const finish = (txHash: string | null, { isLatest }: Run) => {
    isUnderWay.current = false
    if (isLatest()) setPhase(idle)
    setNotice(null)
    onSent(txHash)
  }

  const pay = async (wallet: Wallet, choice: Choice) => {
    attempts.current += 1
    const number = attempts.current
    const isLatest = () => attempts.current === number
    const now = () => Date.now() + clockOffsetMs
    const { option } = choice
    const attempt = { option, sent: receipt.payment.sent }
    const run = {
      isLatest,
      shouldContinue: () =>
        isLatest() && isStillDue(attempt, { receipt: latestReceipt.current, now: now() }),
      onStep: (step: PayStep | 'relaying') => {
        if (isLatest()) setPhase({ kind: 'busy', wallet: wallet.name, step, attempt })
      },
    }
    setNotice(null)
    run.onStep('connecting')
    isUnderWay.current = true
    void api.report('checkout_initialized')
    try {
      await (choice.isGasless
        ? payBySignature(wallet, option, { ...run, now: now() })
        : payByTransaction(wallet, option, run))
    } catch {
      // A lazily loaded script no longer exists, for example after an update.
      if (isLatest()) fail({ text: texts.failures.reload, code: null })
    }
  }

  const payByTransaction = async (wallet: Wallet, option: PaymentOption, run: Run) => {
    const outcome = await payWithWallet(wallet, { payment: receipt.payment, option, ...run })
    // A sent payment counts even if the buyer canceled in the meantime.
    if (outcome.kind === 'sent') {
      finish(outcome.txHash, run)
      // If the announcement fails, the service detects the payment on chain.
      const response = await api.announce(outcome.txHash)
      if (response.ok) onReceived(outcome.txHash)
      return
    }
    if (run.isLatest())
      fail(describeFailure(outcome, listFacts(receipt.payment, option), texts.failures))
  }

  const payBySignature = async (
    wallet: Wallet,
    option: PaymentOption,
    run: Run & { now: number },
  ) => {
    const { signAuthorization } = await import('../../core/wallet/sign-authorization.js')
    const signed = await signAuthorization(wallet, { receipt, option, ...run })
    if (!run.isLatest()) return
    const facts = listFacts(receipt.payment, option)
    if (signed.kind !== 'signed') return fail(describeFailure(signed, facts, texts.failures))
    // A signature that is not submitted pays nothing.
    if (!run.shouldContinue()) {
      return fail(describeFailure({ kind: 'no_longer_due' }, facts, texts.failures))
    }
    run.onStep('relaying')
    const response = await api.authorize(signed.body)
    if (!response.ok) return fail(describeRefusal(response, texts.failures))
    finish(response.txHash, run)
    onReceived(response.txHash)
  }

  const cancel = () => {
    attempts.current += 1
    isUnderWay.current = false
    setPhase(idle)
    setNotice({ text: texts.wallet.canceled, code: null })
    void api.report('failed', 'PORTAL_SESSION_CANCELLED')
  }

  return { phase, notice, pay, cancel }
}

export type Payment = ReturnType<typeof usePayment>

function listFacts({ network, gasless }: PortalReceipt['payment'], { symbol }: PaymentOption) {
  const hasGasless = gasless?.tokens.some((token) => token.symbol === symbol) ?? false
  return { symbol, network: network.name, coin: network.coin, hasGasless }
}
