import type { Author, Principal } from '../../../auth/caller.js'
import { hasRight } from '../../../auth/roles.js'
import { AppError } from '../../../lib/errors.js'
import { displayText } from '../../../lib/fields/field-rules.js'
import { type ReceiptStatus, statusFacts } from '../../../lib/receipt-statuses.js'
import type { Context, TxContext } from '../../../platform/context.js'
import { StoreUnavailable } from '../../../platform/db/store-unavailable.js'
import { recordChange } from '../../audit/record-change.js'
import { withCatalogueMutex } from '../../inventory/with-catalogue-mutex.js'
import type { PostingKind } from '../../ledger/entry.js'
import { sumReceipts } from '../../ledger/receipt-ledger.js'
import { raiseSettlement } from '../create/changed-receipt-store.js'
import { journalledStatuses, requireTrackable } from '../outage/journalled-statuses.js'
import { noSuchReceipt } from '../read/get-receipt.js'
import type { Receipt } from '../receipt.js'
import type { PostStatusBody } from '../schemas.js'
import { findReceiptForUpdate } from '../store.js'
import { authorName } from './add-timeline-entry.js'
import { findRequestedFrom } from './declined-request.js'
import { failureCodes, findFailure } from './failures.js'
import { moveReceipt } from './move-receipt.js'
import { postManualPayment } from './post-manual-payment.js'
import { readStatusBody } from './read-status-body.js'

/** The kinds of postings that bring in money. */
const incoming: readonly PostingKind[] = ['payment', 'charge', 'mark']

/** The failure code when a merchant fails a receipt without naming one. */
const defaultFailure = 'PORTAL_SESSION_CANCELLED'
const readNote = displayText({ maxLength: 500 })

/** Records a refund of everything left of a receipt. */
export type RefundRemaining = (
  ctx: Context,
  input: { by: Principal; receiptId: string; reason: string | null },
) => Promise<void>

/**
 * Sets a receipt's status, if the caller may. Changes by owners and admins go to the audit log. `refunded` records a refund
 * of everything left. Declining a refund request returns a receipt whose payment was not confirmed yet to its earlier status. While
 * the database is unavailable, the progress of a buyer is accepted.
 *
 * @throws {AppError} `missing_receipt_id`, `missing_status`, `invalid_input`, `forbidden`, `not_found`, `conflict`.
 */
export async function postStatus(
  ctx: Context,
  {
    by,
    body,
    refundRemaining,
  }: { by: Author; body: PostStatusBody; refundRemaining: RefundRemaining },
): Promise<{ isDegraded: boolean }> {
  const { merchant } = by
  const { id, to } = readStatusBody(body)
  const failureCode = to === 'failed' ? readFailure(body.failureCode) : null
  const note = readOptionalNote(body.note)
  if (to === 'refunded') {
    await refundRemaining(ctx, { by: requireManager(by), receiptId: id, reason: note })
    return { isDegraded: false }
  }
  const actor = isManager(by) ? 'staff' : 'developer'

  const work = () =>
    ctx.db.transaction(async (tx) => {
      const inTx = { ...ctx, db: tx }
      const receipt = await findReceiptForUpdate(tx, { merchant, id })
      if (!receipt) throw noSuchReceipt()

      if (to === 'refund_requested' && actor === 'staff') await requireMoney(inTx, receipt)
      const awaited = to === 'paid' && actor === 'staff' ? await findAwaited(inTx, receipt) : null
      const moved = await moveReceipt(inTx, {
        receipt,
        to: awaited ?? to,
        actor: awaited ? 'system' : actor,
        failureCode,
        note,
        by: authorName(by),
      })
      if (actor === 'developer' || moved.status === receipt.status) return
      if (moved.status === 'paid' && moved.isPaidManually) await postManualPayment(inTx, moved)
      // A receipt whose refund request is declined may be paid, completed and reconciled already.
      if (to === 'paid') await raiseSettlement(tx, moved)
      await recordChange(inTx, {
        by,
        action: 'receipt.status_set',
        target: id,
        before: { status: receipt.status },
        after: { status: moved.status },
      })
    })
  // A payment takes its items out of stock, which changes the catalog.
  try {
    await (to === 'paid' ? withCatalogueMutex(ctx, { merchant, work }) : work())
    return { isDegraded: false }
  } catch (unavailable) {
    if (!(unavailable instanceof StoreUnavailable)) throw unavailable
    const status = { merchant, id, to, actor, by: authorName(by), note } as const
    await requireTrackable(ctx, { status, unavailable })
    await ctx.journal.append(journalledStatuses, status)
    return { isDegraded: true }
  }
}

/** Returns the status of a refund request's payment if it awaited confirmation, or null. */
async function findAwaited(ctx: TxContext, receipt: Receipt): Promise<ReceiptStatus | null> {
  const before = await findRequestedFrom(ctx, receipt)
  return before === 'tx_mined' || before === 'recipient_validated' ? before : null
}

function isManager(by: Author): by is Principal {
  return by.role !== 'key' && hasRight(by.role, 'refunds:write')
}

function requireManager(by: Author): Principal {
  if (isManager(by)) return by
  throw new AppError('forbidden', 'Only an owner or admin can refund a receipt.')
}

function readFailure(value: unknown): string {
  if (value === undefined || value === null) return defaultFailure
  if (typeof value === 'string' && findFailure(value)) return value
  throw new AppError('invalid_input', `failureCode must be one of ${failureCodes.join(', ')}`)
}

function readOptionalNote(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  const read = readNote(value)
  if ('problem' in read) throw new AppError('invalid_input', `note ${read.problem}`)
  return read.value
}

/**
 * Requires that money came in for a receipt, in full or in part. A settled status says so. For any
 * other status the ledger has to show a payment.
 *
 * @throws {AppError} `invalid_input`.
 */
async function requireMoney(ctx: Pick<TxContext, 'db'>, receipt: Receipt): Promise<void> {
  const { merchant, id, status } = receipt
  if (statusFacts[status].isSettled) return
  const sums = await sumReceipts(ctx, { merchant, receiptIds: [id] })
  const hasPayment = (sums.get(id) ?? []).some(
    ({ kind, account, units }) =>
      incoming.includes(kind) && account === 'customer_credit' && units < 0n,
  )
  if (hasPayment) return
  throw new AppError(
    'invalid_input',
    'This receipt has received no payment. Request a refund after a payment.',
  )
}
