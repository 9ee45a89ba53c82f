import { useEffect, useRef, useState } from 'preact/hooks'
import { posTexts as texts } from '../../core/texts/en-pos.js'
import type { Cash, ChargedReceipt, Sale } from '../register/use-sale.js'
import { readBill, type WireBill } from '../sale/quote.js'
import type { PosApi } from '../session/pos-api.js'
import { hasMoney } from './describe-charge.js'
import { followPayment, type Payment } from './follow-payment.js'

/** How long registers wait for a payment. */
export const chargeMs = 5 * 60_000
const retryMs = 2_000

type WireReceipt = WireBill & { receiptId: string; paymentUrl: string; createdAt: number }
type Created = { receipt: WireReceipt; degraded?: boolean }

export type ChargeState = {
  payment: Payment | null
  /** Whether it is unknown if the sale exists, because no response has arrived. */
  isUnanswered: boolean
  /** Why the sale ended without a payment. */
  ended: 'expired' | 'canceled' | null
  secondsLeft: number
  problem: string | null
  isCanceling: boolean
  cancel(): Promise<void>
  recordCash(cash: Cash): Promise<void>
}

/** Creates the receipt of a charge exactly once, and follows its payment. */
export function useCharge(
  api: PosApi,
  sale: Sale,
  onRefused: (message: string) => void,
): ChargeState {
  const { charge } = sale
  const receipt = charge?.receipt ?? null
  const [payment, setPayment] = useState<Payment | null>(null)
  const [isUnanswered, setUnanswered] = useState(false)
  const [ended, setEnded] = useState<ChargeState['ended']>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isCanceling, setCanceling] = useState(false)
  const [now, setNow] = useState(Date.now)

  useEffect(() => {
    setPayment(null)
    setEnded(null)
    setProblem(null)
    setUnanswered(false)
    if (!charge || charge.receipt) return
    let isWanted = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const create = async () => {
      const headers = { 'idempotency-key': charge.key }
      const made = await api.post<Created>('/api/receipts/terminal?thumbs=0', charge.body, headers)
      if (!isWanted) return
      if (made.ok) {
        sale.updateCharge((current) => ({ ...current, receipt: readReceipt(made.body) }))
        return
      }
      // Without a response the receipt may exist, so the same request is sent again.
      if (made.status === 0 || made.status >= 500 || made.code === 'idempotency_conflict') {
        setUnanswered(true)
        timer = setTimeout(create, retryMs)
        return
      }
      sale.endCharge({ keepsCart: true })
      onRefused(made.message ?? texts.unreachable)
    }
    void create()
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [charge?.key])

  const paymentUrl = receipt?.paymentUrl
  useEffect(() => {
    if (!paymentUrl) return
    setUnanswered(false)
    return followPayment(paymentUrl, setPayment)
  }, [paymentUrl])

  useEffect(() => {
    if (!charge) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [charge?.key])

  const end = async (why: 'expired' | 'canceled') => {
    if (!receipt || isCanceling) return
    setCanceling(true)
    const body = { receiptId: receipt.id, status: 'failed', failureCode: codes[why] }
    const failed = await api.post('/api/receipts/status', body)
    setCanceling(false)
    if (failed.ok) setEnded(why)
    else if (why === 'canceled') setProblem(failed.message ?? texts.unreachable)
  }
  const msLeft = charge ? charge.startedAt + chargeMs - now : chargeMs
  const isOver = msLeft <= 0 && receipt !== null && !hasMoney(payment) && ended === null
  const isPaid = payment !== null && ['paid', 'completed', 'reconciled'].includes(payment.status)
  const lastEnd = useRef('')
  useEffect(() => {
    if (!isOver || isPaid || !charge || lastEnd.current === charge.key) return
    lastEnd.current = charge.key
    void end('expired')
  }, [isOver, isPaid])

  return {
    payment,
    isUnanswered,
    ended,
    secondsLeft: Math.max(0, Math.ceil(msLeft / 1_000)),
    problem,
    isCanceling,
    cancel: () => end('canceled'),
    async recordCash(cash) {
      if (!receipt) return
      setProblem(null)
      const body = { receiptId: receipt.id, status: 'paid', note: texts.cash.note }
      const recorded = await api.post('/api/receipts/status', body)
      if (!recorded.ok) return setProblem(recorded.message ?? texts.unreachable)
      sale.updateCharge((current) => ({ ...current, cash }))
    },
  }
}

const codes = { expired: 'PORTAL_SESSION_EXPIRED', canceled: 'PORTAL_SESSION_CANCELLED' }

function readReceipt({ receipt, degraded = false }: Created): ChargedReceipt {
  const { receiptId: id, paymentUrl, createdAt } = receipt
  return { id, paymentUrl, createdAt, bill: readBill(receipt), isDegraded: degraded }
}
