import type { Actor } from '../../auth/caller.js'
import { AppError } from '../../lib/errors.js'
import { cents, centsToDecimal } from '../../lib/money.js'
import type { Context, TxContext } from '../../platform/context.js'
import { recordChange } from '../audit/record-change.js'
import { authorName } from './author-name.js'
import { insertEvent, wasPaid } from './event-store.js'
import { noSuchReceipt } from './get-receipt.js'
import { moveReceipt } from './move-receipt.js'
import { readRefund } from './read-refund.js'
import type { Receipt, Refund } from './receipt.js'
import { insertRefund, listRefunds } from './refund-store.js'
import type { RefundBody } from './schemas.js'
import { statusFacts } from './statuses.js'
import { lockReceipt, updateProgress } from './store.js'

/**
 * Writes down that money was given back. All of it makes the receipt refunded, less leaves its status.
 * The same transaction twice counts once, and so does the same id, which a request has however often it is made.
 *
 * @throws {AppError} `missing_receipt_id`, `invalid_buyer`, `invalid_usd`, `invalid_input`, `not_found`.
 */
export async function refundReceipt(
  ctx: Context,
  { by, id, body }: { by: Actor; id: string; body: RefundBody },
): Promise<void> {
  const { merchant } = by
  const { receiptId, ...given } = readRefund(body)

  await ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx }
    const receipt = await lockReceipt(tx, { merchant, id: receiptId })
    if (!receipt) throw noSuchReceipt()
    if (await isKnown(inTx, { receipt, id, hash: given.transactionHash })) return
    await requirePaid(inTx, receipt)
    requireLeft(receipt, given)

    const author = authorName(by)
    const refund = { ...given, id, by: author, createdAt: ctx.now() }
    await insertRefund(tx, { merchant, receiptId, refund })
    await bookRefund(inTx, { receipt, refund })
    await recordChange(inTx, {
      ...{ by, action: 'receipt.refunded', target: receiptId, before: null },
      after: { usd: centsToDecimal(refund.usdCents), buyer: refund.buyer },
    })
  })
}

async function isKnown(
  ctx: TxContext,
  { receipt, id, hash }: { receipt: Receipt; id: string; hash: string | null },
): Promise<boolean> {
  const { merchant, id: receiptId } = receipt
  const refunds = (await listRefunds(ctx.db, { merchant, ids: [receiptId] })).get(receiptId) ?? []
  return refunds.some(
    (refund) => refund.id === id || (hash !== null && refund.transactionHash === hash),
  )
}

/** By what happened, not by the status alone: a buyer may ask for money back that never came. */
async function requirePaid(ctx: TxContext, receipt: Receipt): Promise<void> {
  if (statusFacts[receipt.status].isPaid && (await wasPaid(ctx.db, receipt))) return
  throw new AppError('invalid_input', 'Only what was paid and not refunded yet can be refunded')
}

function requireLeft({ totalUsdCents, refundedUsdCents }: Receipt, given: { usdCents: bigint }) {
  const left = totalUsdCents - refundedUsdCents
  if (given.usdCents <= left) return
  const shown = centsToDecimal(cents(left)).toFixed(2)
  throw new AppError('invalid_usd', `At most ${shown} dollars are left to refund`)
}

async function bookRefund(
  ctx: TxContext,
  { receipt, refund }: { receipt: Receipt; refund: Refund },
): Promise<void> {
  const { merchant, id, totalUsdCents } = receipt
  const refundedUsdCents = cents(receipt.refundedUsdCents + refund.usdCents)
  const booked = { ...receipt, refundedUsdCents, updatedAt: ctx.now() }
  if (refundedUsdCents === totalUsdCents) {
    const { by, reason: note, transactionHash } = refund
    const move = { receipt: booked, to: 'refunded', actor: 'staff' } as const
    await moveReceipt(ctx, { ...move, by, note, transactionHash })
    return
  }

  await updateProgress(ctx.db, booked)
  await insertEvent(ctx.db, {
    merchant,
    id,
    event: {
      status: 'refund_partial',
      previousStatus: receipt.status,
      at: ctx.now(),
      by: refund.by,
      note: refund.reason,
      transactionHash: refund.transactionHash,
      detail: { usd: centsToDecimal(refund.usdCents) },
    },
  })
}
