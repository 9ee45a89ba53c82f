import { AppError } from '../../../lib/errors.js'
import { isExpired, type ReceiptStatus, statusFacts } from '../../../lib/receipt-statuses.js'
import type { UnixMs } from '../../../lib/time.js'
import type { TxContext } from '../../../platform/context.js'
import { requestReceiptCheck } from '../../../platform/notifications/raise-notifications.js'
import { applyToStock } from '../../holds/apply-to-stock.js'
import { isSummary } from '../create/restore-lines.js'
import { insertWithoutItems } from '../create/unrestored-store.js'
import type { Receipt } from '../receipt.js'
import { updateProgress } from '../store.js'
import { findDeclined } from './declined-request.js'
import { describeFailure } from './failures.js'
import { recordStatusChange } from './record-status-change.js'
import { saveFirmHold } from './start-payment.js'
import { findLatestEntry, insertEvent } from './timeline-store.js'
import { decideTransition, type Effects, effectsOf, type TransitionActor } from './transitions.js'

export type Move = {
  /** Locked by the transaction. */
  receipt: Receipt
  to: ReceiptStatus
  actor: TransitionActor
  /** The author's name in the timeline. */
  by: string
  failureCode?: string | null
  note?: string | null
  transactionHash?: string | null
  /** Keeps the transition from holding stock. */
  holdsNoStock?: boolean
  /** Extra fields of the timeline entry. */
  detail?: Record<string, unknown>
}

/**
 * Moves a receipt to a status if the table of transitions allows it, with a timeline entry, an
 * event for the merchant and the effects on stock. A status that is only noted adds a timeline
 * entry; the current status changes nothing. Returns the resulting receipt.
 *
 * @throws {AppError} `forbidden`, `invalid_input`.
 */
export async function moveReceipt(ctx: TxContext, move: Move): Promise<Receipt> {
  const { receipt, to, actor } = move
  const transition = { from: receipt.status, to, actor, kind: receipt.kind }
  const decision = decideTransition(transition)
  if (decision.kind === 'refused') throw new AppError(decision.code, decision.message)
  if (decision.kind === 'same') return receipt
  if (decision.kind === 'note' || isTooLate(receipt, { to, now: ctx.now() })) {
    // Repeated posts must not fill the timeline.
    if ((await findLatestEntry(ctx.db, receipt)) === to) return receipt
    await noteMove(ctx, { ...move, detail: { ...move.detail, kept: receipt.status } })
    return receipt
  }

  const effects = effectsOf(transition)
  const declined = await findDeclined(ctx, { receipt, to })
  const movedReceipt: Receipt = {
    ...receipt,
    status: to,
    failureCode: failureAfter(move),
    // Describes the payment, so failing or reconciling manually does not change it. If a reorg
    // removed the other part of the money, the manual part stays.
    isPaidManually:
      receipt.isPaidManually || (effects.isManual && to === 'paid' && !declined?.isPaidOnChain),
    updatedAt: ctx.now(),
  }
  await updateProgress(ctx.db, movedReceipt)
  const detail = declined?.isStockSold
    ? {}
    : await changeStock(ctx, { receipt, effects, holdsNoStock: move.holdsNoStock })
  const at = await noteMove(ctx, {
    ...move,
    detail: {
      ...move.detail,
      ...describeFailure(movedReceipt),
      ...(effects.isManual ? { marked: true } : {}),
      ...detail,
    },
  })
  await recordStatusChange(ctx, { receipt: movedReceipt, previousStatus: receipt.status, at })
  if (isUnusual(receipt, movedReceipt) || 'oversold' in detail) {
    await requestReceiptCheck(ctx, { merchant: receipt.merchant, receiptId: receipt.id })
  }
  return movedReceipt
}

const unusualStatuses: readonly ReceiptStatus[] = ['tx_mismatch', 'refund_requested', 'refunded']

/** Returns whether staff may have to be notified of a move, or a reason to notify them ended. */
function isUnusual(before: Receipt, after: Receipt): boolean {
  const isMismatch = after.mismatch !== before.mismatch && statusFacts[after.status].isSettled
  return isMismatch || [before, after].some(({ status }) => unusualStatuses.includes(status))
}

/** Saves a receipt that the transaction has locked and whose status stays. */
export function saveProgress(ctx: Pick<TxContext, 'db'>, receipt: Receipt): Promise<void> {
  return updateProgress(ctx.db, receipt)
}

/** The last failure stays until the next attempt starts: opening the page or signing in is none. */
function failureAfter({ receipt, to, failureCode }: Move): string | null {
  if (to === 'failed') return failureCode ?? null
  return to === 'link_opened' || to === 'buyer_logged_in' ? receipt.failureCode : null
}

/** A tracking status does not revive an expired receipt. */
function isTooLate(receipt: Receipt, { to, now }: { to: ReceiptStatus; now: UnixMs }): boolean {
  return receipt.status === 'failed' && isExpired(receipt, now) && statusFacts[to].isTracking
}

/** Applies a transition to stock. Returns details for the timeline. */
async function changeStock(
  ctx: TxContext,
  input: { receipt: Receipt; effects: Effects; holdsNoStock: boolean | undefined },
): Promise<Record<string, unknown>> {
  const { receipt, effects } = input
  const { merchant, id: receiptId } = receipt
  if (effects.sellsStock && isSummary(receipt.lines)) {
    await insertWithoutItems(ctx.db, { merchant, receiptId })
  }
  const reservesStock = effects.reservesStock && !input.holdsNoStock
  const { oversold, firmUntil } = await applyToStock(ctx, {
    receipt,
    effects: { ...effects, reservesStock },
  })
  await saveFirmHold(ctx, receipt, firmUntil)
  return oversold.length === 0 ? {} : { oversold }
}

async function noteMove(
  ctx: TxContext,
  move: Move & { detail: Record<string, unknown> },
): Promise<UnixMs> {
  const { receipt, to, by, note, transactionHash, detail } = move
  const at = ctx.now()
  await insertEvent(ctx.db, {
    merchant: receipt.merchant,
    id: receipt.id,
    event: {
      status: to,
      previousStatus: receipt.status,
      at,
      by,
      note: note ?? null,
      transactionHash: transactionHash ?? null,
      detail: Object.keys(detail).length === 0 ? null : detail,
    },
  })
  return at
}
