import type { Principal, Seller } from '../../../auth/caller.js'
import { hasRight } from '../../../auth/roles.js'
import { AppError, invalidInput } from '../../../lib/errors.js'
import { displayText } from '../../../lib/fields/field-rules.js'
import { type ReceiptStatus, statusFacts } from '../../../lib/receipt-statuses.js'
import { type UnixMs, unixMs } from '../../../lib/time.js'
import { type Context, inTransaction, type TxContext } from '../../../platform/context.js'
import { StoreUnavailable } from '../../../platform/db/store-unavailable.js'
import { recordChange } from '../../audit/record-change.js'
import { withCatalogMutex } from '../../inventory/with-catalog-mutex.js'
import type { PostingKind } from '../../ledger/entry.js'
import { sumReceipts } from '../../ledger/receipt-ledger.js'
import { journaledStatuses, requireTrackable } from '../outage/journaled-statuses.js'
import { noSuchReceipt } from '../read/get-receipt.js'
import { isOwnSale, type OwnSales } from '../read/own-sales.js'
import type { Receipt, SettleAgain } from '../receipt.js'
import type { PostStatusBody } from '../schemas.js'
import { findReceiptForUpdate } from '../store.js'
import { authorName } from './add-timeline-entry.js'
import { findRequestedFrom } from './declined-request.js'
import { failureCodes, findFailure } from './failures.js'
import { moveReceipt } from './move-receipt.js'
import { postManualPayment } from './post-manual-payment.js'
import { readStatusBody } from './read-status-body.js'
import { isCashier, requireStatusRight } from './require-status-right.js'

/** The kinds of postings that bring in money. */
const incoming: readonly PostingKind[] = ['payment', 'charge', 'mark']

/** The failure code when a merchant fails a receipt without naming one. */
const defaultFailure = 'PORTAL_SESSION_CANCELLED'
const readNote = displayText({ maxLength: 500 })

/** Records a refund of everything left of a receipt. */
export type RefundRemaining = (
  ctx: Context,
  input: {
    by: Principal
    receiptId: string
    reason: string | null
    /** When the person last signed in or stepped up. */
    verifiedAt: UnixMs
  },
) => Promise<void>

/**
 * Sets a receipt's status, if the caller may. Changes by staff go to the audit log.
 * `refunded` records a refund of everything left. Declining a refund request returns a receipt
 * whose payment was not confirmed yet to its earlier status. While the database is unavailable, the
 * progress of a buyer and manual payments are accepted.
 *
 * @throws {AppError} `missing_receipt_id`, `missing_status`, `invalid_input`, `forbidden`,
 *   `not_found`, `conflict`.
 */
export async function postStatus(
  ctx: Context,
  input: {
    by: Seller
    /** The sales to which the caller is limited. */
    own: OwnSales | null
    /** When a signed-in person last proved their identity. */
    verifiedAt: UnixMs | null
    body: PostStatusBody
    refundRemaining: RefundRemaining
    settleAgain: SettleAgain
  },
): Promise<{ isDegraded: boolean }> {
  const { by, own, body, refundRemaining, settleAgain } = input
  const { merchant } = by
  const { id, to } = readStatusBody(body)
  const failureCode = to === 'failed' ? readFailure(body.failureCode) : null
  const note = readOptionalNote(body.note)
  if (to !== 'paid') requireStatusRight(by, { to })
  if (to === 'refunded') {
    const verifiedAt = input.verifiedAt ?? unixMs(0)
    await refundRemaining(ctx, { by: requirePerson(by), receiptId: id, reason: note, verifiedAt })
    return { isDegraded: false }
  }
  const actor = isStaff(by) ? 'staff' : 'developer'

  const work = () =>
    inTransaction(ctx, async (inTx) => {
      const receipt = await findReceiptForUpdate(inTx.db, { merchant, id })
      if (!receipt || !isOwnSale(receipt, own)) throw noSuchReceipt()
      if (to === 'paid') requireStatusRight(by, { to, from: receipt.status })
      // A cashier who sees the whole shop still cancels the sales of this counter only.
      if (to === 'failed' && isCashier(by) && receipt.registerId !== by.registerId) {
        throw noSuchReceipt()
      }

      if (to === 'refund_requested' && actor === 'staff') await requireMoney(inTx, receipt)
      const awaited = to === 'paid' && actor === 'staff' ? await findAwaited(inTx, receipt) : null
      const movedReceipt = await moveReceipt(inTx, {
        receipt,
        to: awaited ?? to,
        actor: awaited ? 'system' : actor,
        failureCode,
        note,
        by: authorName(by),
      })
      if (actor === 'developer' || movedReceipt.status === receipt.status) return
      if (movedReceipt.status === 'paid' && movedReceipt.isPaidManually)
        await postManualPayment(inTx, movedReceipt)
      // A receipt whose refund request is declined may be paid, completed and reconciled already.
      if (to === 'paid') await settleAgain(inTx, movedReceipt)
      await recordChange(inTx, {
        by,
        action: 'receipt.status_set',
        target: id,
        before: { status: receipt.status },
        after: { status: movedReceipt.status },
      })
    })
  // A payment takes its items out of stock, which changes the catalog.
  try {
    await (to === 'paid' ? withCatalogMutex(ctx, { merchant, work }) : work())
    return { isDegraded: false }
  } catch (unavailable) {
    if (!(unavailable instanceof StoreUnavailable)) throw unavailable
    const status = { merchant, id, to, actor, by: authorName(by), note } as const
    const { status: from } = await requireTrackable(ctx, { status, own, unavailable })
    if (to === 'paid') requireStatusRight(by, { to, from })
    const recordedBy = to === 'paid' ? { recordedBy: by } : {}
    await ctx.journal.append(journaledStatuses, { ...status, ...recordedBy })
    return { isDegraded: true }
  }
}

/** Returns the status of a refund request's payment if it awaited confirmation, or null. */
async function findAwaited(ctx: TxContext, receipt: Receipt): Promise<ReceiptStatus | null> {
  const before = await findRequestedFrom(ctx, receipt)
  return before === 'tx_mined' || before === 'recipient_validated' ? before : null
}

/** Others only report the progress of the buyer, as keys do. */
function isStaff(by: Seller): boolean {
  return isCashier(by) || (!('keyId' in by) && hasRight(by.role, 'payments:record'))
}

function requirePerson(by: Seller): Principal {
  if ('person' in by) return by
  throw new AppError('forbidden', 'Only an owner or admin can refund a receipt.')
}

function readFailure(value: unknown): string {
  if (value === undefined || value === null) return defaultFailure
  if (typeof value === 'string' && findFailure(value)) return value
  throw invalidInput(`failureCode must be one of ${failureCodes.join(', ')}`)
}

function readOptionalNote(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  const read = readNote(value)
  if ('problem' in read) throw invalidInput(`note ${read.problem}`)
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
  throw invalidInput('This receipt has received no payment. Request a refund after a payment.')
}
