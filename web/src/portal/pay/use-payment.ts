import type { PortalReceipt } from '@tallystick/sdk'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { PaymentOption } from '../../core/api/payment-option.js'
import type { PayStep } from '../../core/wallet/pay-outcome.js'
import type { Wallet } from '../../core/wallet/wallet.js'
import { useLanguage } from '../../ui/language.js'
import type { PortalApi } from '../live/portal-api.js'
import { isStillDue, type PaymentAttempt } from '../state/is-still-due.js'
import { describeFailure, describeRefusal, type Facts, type Notice } from './describe-failure.js'
import { loadPatiently } from './load-patiently.js'

/** A busy attempt waits for the wallet, or for the service. */
type Step = PayStep | 'relaying' | 'away'

/** The state of the interaction with a wallet. */
export type Phase =
  | { kind: 'idle' }
  | { kind: 'busy'; wallet: string; step: Step; attempt: PaymentAttempt }

type Input = {
  api: PortalApi
  receipt: PortalReceipt
  clockOffsetMs: number
  onSent: (txHash: string | null) => void
  /** Called when the service has received the payment, after which its reports count. */
  onReceived: (txHash: string | null) => void
  /**
   * Loads the receipt, for example after a failed attempt, because the service may know more than
   * the page. Returns whether there was a response.
   */
  refresh: () => Promise<boolean>
}

type Choice = { option: PaymentOption; isGasless: boolean }

/** Controls one attempt: whether it is the latest, and whether its amount is still due. */
type Run = {
  isLatest(): boolean
  shouldContinue(): boolean
  onStep(step: Step): void
}

const idle: Phase = { kind: 'idle' }

/**
 * Pays with a wallet of this browser, one attempt at a time, which the buyer can cancel. Lives as
 * long as the page, because a wallet may respond when the page already shows something else.
 */
export function usePayment({ api, receipt, clockOffsetMs, onSent, onReceived, refresh }: Input) {
  const { texts, format } = useLanguage()
  const [phase, setPhase] = useState<Phase>(idle)
  const [notice, setNotice] = useState<Notice | null>(null)
  const attempts = useRef(0)
  const isInFlight = useRef(false)
  /** With this code, a payment needs only the wallet. */
  const payCode = useRef<typeof import('../../core/wallet/pay-with-wallet.js') | null>(null)
  const latestReceipt = useRef(receipt)
  latestReceipt.current = receipt

  // Leaving the page during a checkout abandons it, unless a payment was sent.
  useEffect(() => {
    const leave = () => {
      if (isInFlight.current) api.leave('PORTAL_SESSION_ABANDONED')
    }
    window.addEventListener('pagehide', leave)
    return () => window.removeEventListener('pagehide', leave)
  }, [api])

  const fail = (failure: Notice) => {
    setPhase(idle)
    setNotice(failure)
    void refresh()
    if (failure.code) void api.report('failed', failure.code)
  }

  const finish = (txHash: string | null, { isLatest }: Run) => {
    isInFlight.current = false
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
      onStep: (step: Step) => {
        if (isLatest()) setPhase({ kind: 'busy', wallet: wallet.name, step, attempt })
      },
    }
    setNotice(null)
    run.onStep('connecting')
    isInFlight.current = true
    void api.report('checkout_initialized')
    try {
      await (choice.isGasless
        ? payBySignature(wallet, option, { ...run, now: now() })
        : payByTransaction(wallet, option, run))
    } catch {
      // The script no longer exists, because the service was updated.
      if (isLatest()) fail({ text: texts.failures.outdated, code: null })
    }
  }

  /**
   * Loads code that only a payment needs. Null when the buyer canceled while the service was away.
   */
  const loadCode = <Code>(run: Run, load: () => Promise<Code>): Promise<Code | null> => {
    const isReachable = refresh
    const onAway = () => run.onStep('away')
    return loadPatiently(load, { isWanted: run.isLatest, isReachable, onAway })
  }

  const payByTransaction = async (wallet: Wallet, option: PaymentOption, run: Run) => {
    payCode.current ??= await loadCode(run, () => import('../../core/wallet/pay-with-wallet.js'))
    if (!payCode.current) return
    const outcome = await payCode.current.payWithWallet(wallet, {
      payment: receipt.payment,
      option,
      ...run,
    })
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
    const code = await loadCode(run, () => import('../../core/wallet/sign-authorization.js'))
    if (!code) return
    const signed = await code.signAuthorization(wallet, { receipt, option, ...run })
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
    isInFlight.current = false
    setPhase(idle)
    setNotice({ text: texts.wallet.canceled, code: null })
    void api.report('failed', 'PORTAL_SESSION_CANCELLED')
  }

  const listFacts = (
    { network, gasless }: PortalReceipt['payment'],
    { symbol }: PaymentOption,
  ): Facts => {
    const hasGasless = gasless?.tokens.some((token) => token.symbol === symbol) ?? false
    return {
      symbol,
      network: network.name,
      nativeSymbol: network.coin,
      hasGasless,
      format: format.token,
    }
  }

  return { phase, notice, pay, cancel }
}

export type Payment = ReturnType<typeof usePayment>
