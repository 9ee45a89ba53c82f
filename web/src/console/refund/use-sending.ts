import { useQueryClient } from '@tanstack/preact-query'
import { useRef, useState } from 'preact/hooks'
import type { PayStep } from '../../core/wallet/pay-outcome.js'
import type { Wallet } from '../../core/wallet/wallet.js'
import { type ApiError, toApiError } from '../api/api-error.js'
import { useSession } from '../session/session.js'
import {
  isSamePlan,
  type PlanBody,
  type RecordBody,
  type RefundDraft,
  type RefundPlan,
  toElsewhereBody,
  toRecordBody,
} from './draft.js'
import type { SendOutcome } from './send-transfer.js'
import { forgetSent, readSent, type SentTransfer, writeSent } from './sent-transfers.js'

export type SendProblem =
  | Exclude<SendOutcome, { kind: 'sent' | 'unknown' }>
  | { kind: 'api'; error: ApiError }
  | { kind: 'other_tab' }
  /** Another person, or another window of this one, is signing a refund of the receipt. */
  | { kind: 'reserved'; heldBy: string | null }

export type Phase =
  | { kind: 'idle'; problem: SendProblem | null }
  | { kind: 'busy'; step: PayStep | 'recording'; isOvertaken: boolean }
  /** The wallet did not report whether it has sent the transfer. */
  | { kind: 'unknown'; sent: SentTransfer }
  /** The transfer was sent. Its record failed, or has not been tried since the page was closed. */
  | { kind: 'unrecorded'; sent: SentTransfer; problem: ApiError | null }
  /** `left` transfers of the plan are not signed yet. */
  | { kind: 'recorded'; txHash: string | null; amount: string; left: number }

type SendRequest = {
  wallet: Wallet
  draft: RefundDraft
  plan: RefundPlan
  planBody: PlanBody
  /** How many refunds the receipt had when the plan was made. */
  knownRefunds: number
  account: string | null
  amountOf(transfer: RefundPlan['transfers'][number]): string
}

const recordTries = 4
const retryMs = 1_500
const watchMs = 4_000

/** Sends and records the transfers of a refund, one at a time and never twice. */
export function useSending({ receiptId, onRecorded }: { receiptId: string; onRecorded(): void }) {
  const { api, membership } = useSession()
  const queries = useQueryClient()
  const place = { merchant: membership.wallet, receiptId }
  const [phase, setPhase] = useState<Phase>(() => firstPhase(readSent(localStorage, place)))
  const elsewhereKey = useRef(crypto.randomUUID())
  const isBusy = useRef(false)

  const fail = (problem: SendProblem) => setPhase({ kind: 'idle', problem })
  const finish = (done: { txHash: string | null; amount: string; left: number }) => {
    setPhase({ kind: 'recorded', ...done })
    onRecorded()
    // Nothing is left of a plan that is done, so it is not made again.
    const isDone = done.left === 0
    void queries.invalidateQueries({
      predicate: ({ queryKey }) => !isDone || queryKey[0] !== 'refund-plan',
    })
  }

  /** Repeats a record that may succeed later. Its key makes sure that it counts once. */
  const post = async ({ record, key }: Pick<SentTransfer, 'record' | 'key'>): Promise<void> => {
    for (let tries = 1; ; tries += 1) {
      try {
        const headers = { 'idempotency-key': key }
        await api.call('post', '/api/receipts/refund', { body: record, headers })
        return
      } catch (error) {
        if (!toApiError(error).isTemporary || tries >= recordTries) throw error
        await new Promise((resolve) => setTimeout(resolve, retryMs * tries))
      }
    }
  }

  /** A reservation that cannot be released expires by itself. */
  const release = (key: string) => {
    const query = { receiptId, reservation: key }
    api.call('delete', '/api/receipts/refund/reservation', { query }).catch(() => {})
  }

  const record = async (sent: SentTransfer & { txHash: string }, left: number) => {
    setPhase({ kind: 'busy', step: 'recording', isOvertaken: false })
    try {
      const { key, txHash } = sent
      await post({ ...sent, record: { ...sent.record, txHash, reservation: key } })
      forgetSent(localStorage, place)
      finish({ txHash: sent.txHash, amount: sent.amount, left })
    } catch (error) {
      setPhase({ kind: 'unrecorded', sent, problem: toApiError(error) })
    }
  }

  /** The transaction is also in memory, so a full storage must not stop its record. */
  const tryWrite = (sent: SentTransfer) => {
    try {
      writeSent(localStorage, place, sent)
    } catch {}
  }

  const countRefunds = async () =>
    (await api.call('get', '/api/receipts/{id}', { path: { id: receiptId } })).refunds.length

  /**
   * Sends the transfer of a plan at `index`. The others wait for a click, which wallets require.
   */
  const sendOne = async (request: SendRequest, index: number) => {
    const { wallet, draft, plan, planBody, knownRefunds, account, amountOf } = request
    const transfer = plan.transfers[index]
    if (!transfer) return
    const isRecordedBefore = draft.refundId !== null
    const left = plan.transfers.length - index - 1
    const body = { receiptId, draft, plan, transfer, isLast: left === 0 }
    const intent: SentTransfer = {
      key: crypto.randomUUID(),
      record: toRecordBody(body),
      txHash: null,
      amount: amountOf(transfer),
      to: transfer.to,
      at: Date.now(),
    }
    const expectedRefunds = knownRefunds + index
    const checkedBody = index === 0 ? planBody : restOf(planBody, plan, index)
    let watch: ReturnType<typeof setInterval> | undefined
    const beforeAsking = async (): Promise<SendOutcome | null> => {
      // Fails without the right or a recent sign-in, or while someone else is signing, before any
      // money moves.
      const checked = await api.call('post', '/api/receipts/refund/plan', {
        body: { ...checkedBody, sending: true, reservation: intent.key },
      })
      // Counted after the reservation, so that no other refund follows unseen.
      const isOvertaken = !isRecordedBefore && (await countRefunds()) !== expectedRefunds
      if (isOvertaken || (index === 0 && !isSamePlan(plan, checked.plan))) {
        return { kind: 'changed' }
      }
      writeSent(localStorage, place, intent)
      if (!isRecordedBefore) {
        watch = setInterval(() => {
          countRefunds().then(
            (count) =>
              count !== expectedRefunds &&
              setPhase((now) => (now.kind === 'busy' ? { ...now, isOvertaken: true } : now)),
            () => {},
          )
        }, watchMs)
      }
      return null
    }
    const { sendTransfer } = await import('./send-transfer.js')
    const outcome = await sendTransfer(wallet, {
      plan,
      transfer,
      account,
      onStep: (step) => setPhase({ kind: 'busy', step, isOvertaken: false }),
      beforeAsking,
    })
      .catch((error: unknown) => {
        release(intent.key)
        throw error
      })
      .finally(() => clearInterval(watch))
    if (outcome.kind === 'sent') {
      const sent = { ...intent, txHash: outcome.txHash }
      tryWrite(sent)
      await record(sent, left)
    } else if (outcome.kind === 'unknown') {
      setPhase({ kind: 'unknown', sent: intent })
    } else {
      release(intent.key)
      forgetSent(localStorage, place)
      fail(outcome)
    }
  }

  /** One tab of this browser at a time. The reservation keeps other people out. */
  const runAlone = async (work: () => Promise<void>) => {
    if (isBusy.current) return
    isBusy.current = true
    try {
      // Pages without a secure context have no locks.
      const locks = navigator.locks as LockManager | undefined
      if (!locks) await work()
      else {
        await locks.request(
          `tallystick.refund.${place.merchant}.${receiptId}`,
          { ifAvailable: true },
          async (lock) => (lock ? work() : fail({ kind: 'other_tab' })),
        )
      }
    } catch (error) {
      forgetIfNotAsked()
      fail(toProblem(toApiError(error)))
    } finally {
      isBusy.current = false
    }
  }
  /** Forgets a transfer if the wallet was not asked to send it. */
  const forgetIfNotAsked = () => {
    const sent = readSent(localStorage, place)
    if (sent?.txHash === null) forgetSent(localStorage, place)
  }

  return {
    phase,
    reset: () => setPhase({ kind: 'idle', problem: null }),
    send: (request: SendRequest, index = 0) => {
      setPhase({ kind: 'busy', step: 'connecting', isOvertaken: false })
      return runAlone(() => sendOne(request, index))
    },
    recordAgain: (sent: SentTransfer) =>
      sent.txHash === null
        ? undefined
        : runAlone(() => record({ ...sent, txHash: sent.txHash ?? '' }, 0)),
    /** The person has looked into their wallet. */
    resolveUnknown: (sent: SentTransfer, txHash: string | null) => {
      if (txHash === null) {
        release(sent.key)
        forgetSent(localStorage, place)
        setPhase({ kind: 'idle', problem: null })
        return
      }
      const namedTransfer = { ...sent, txHash: txHash.toLowerCase() }
      tryWrite(namedTransfer)
      void runAlone(() => record(namedTransfer, 0))
    },
    recordElsewhere: (input: { draft: RefundDraft; usd: number; amount: string }) =>
      runAlone(async () => {
        setPhase({ kind: 'busy', step: 'recording', isOvertaken: false })
        const body = toElsewhereBody({ receiptId, ...input })
        await post({ record: body, key: elsewhereKey.current })
        elsewhereKey.current = crypto.randomUUID()
        finish({ txHash: null, amount: input.amount, left: 0 })
      }),
    recordHash: (input: { body: RecordBody; txHash: string; amount: string; to: string }) => {
      const { body, txHash, amount, to } = input
      const key = crypto.randomUUID()
      const sent = { key, record: body, txHash: txHash.toLowerCase(), amount, to, at: Date.now() }
      return runAlone(() => record(sent, 0))
    },
  }
}

function toProblem(error: ApiError): SendProblem {
  const { heldBy } = error.fields
  if (error.code !== 'conflict' || !('expiresAt' in error.fields)) return { kind: 'api', error }
  return { kind: 'reserved', heldBy: typeof heldBy === 'string' ? heldBy : null }
}

function firstPhase(sent: SentTransfer | null): Phase {
  if (!sent) return { kind: 'idle', problem: null }
  return sent.txHash === null
    ? { kind: 'unknown', sent }
    : { kind: 'unrecorded', sent, problem: null }
}

/** The plan of what is left after the first transfers were recorded. */
function restOf(body: PlanBody, plan: RefundPlan, index: number): PlanBody {
  const cents = plan.transfers.slice(index).reduce((sum, { usd }) => sum + Math.round(usd * 100), 0)
  const { items: _, ...rest } = body
  return { ...rest, usd: cents / 100 }
}
