import type { Address } from '../../../lib/hex.js'
import { unixMs } from '../../../lib/time.js'
import type { Context, TxContext } from '../../../platform/context.js'
import { withCatalogueMutex } from '../../inventory/with-catalogue-mutex.js'
import { findCursor } from '../../payments/index/cursor-store.js'
import { listReturned } from '../../payments/list-returned.js'
import { needsSafeBlock } from '../../payments/needs-safe-block.js'
import { isPosted, type Payment } from '../../payments/payment.js'
import { listPayments, updatePayments } from '../../payments/payment-store.js'
import {
  deleteSettlement,
  findSettlement,
  updateSettlement,
} from '../../payments/settlement-store.js'
import { heldPayments } from '../../payments/value/held-payments.js'
import { lockReceipt } from '../../receipts/read/get-receipt.js'
import { isExpired, type Receipt } from '../../receipts/receipt.js'
import { findRequestedFrom } from '../../receipts/status/declined-request.js'
import { reconcileManualSale } from '../../receipts/status/post-manual-payment.js'
import { getShopConfig } from '../../shop/get-shop-config.js'
import { classifyPayments } from '../decide/classify-payments.js'
import { decideSettlement } from '../decide/decide-settlement.js'
import { addTimelineEntries } from './add-timeline-entries.js'
import { applyTransitions } from './apply-transitions.js'
import { reduceDirectPayments } from './book-direct-payments.js'
import { bookPayments, isOurs } from './book-payments.js'
import { bookSale } from './book-sale.js'
import { limitBookings } from './limit-bookings.js'

const retryAfterMs = 2_000
/**
 * A receipt with more payments than this waits a millisecond for each before its next settlement,
 * about ten times as long as one takes. Strangers can make any number of payments, and other
 * receipts must not wait for them.
 */
const crowd = 2_000

/**
 * Brings a receipt in line with its payments: status, timeline, stock and ledger, in one
 * transaction. Idempotent.
 */
export async function settleReceipt(
  ctx: Context,
  { merchant, receiptId }: { merchant: Address; receiptId: string },
): Promise<void> {
  // A paid receipt reduces the stock.
  await withCatalogueMutex(ctx, {
    merchant,
    work: () =>
      ctx.db.transaction(async (tx) => {
        const inTx = { ...ctx, db: tx }
        const receipt = await lockReceipt(inTx, { merchant, id: receiptId })
        if (receipt) await settleLocked(inTx, receipt)
        // The sandbox was reset in the meantime.
        else await deleteSettlement(tx, { merchant, receiptId })
      }),
  })
}

async function settleLocked(ctx: TxContext, receipt: Receipt): Promise<void> {
  const ref = { merchant: receipt.merchant, receiptId: receipt.id }
  const settlement = await findSettlement(ctx.db, ref)
  if (!settlement) return
  const { payments: terms } = await getShopConfig(ctx, receipt.merchant)
  const known = await listPayments(ctx.db, ref)
  const { payments: classified, isMore } = limitBookings(
    await classifyPayments(ctx, {
      receipt,
      payments: known,
      // An order offered in USDC can be paid in it, although the shop has stopped accepting it
      // since.
      acceptedTokens: settlement.isOnInclusion
        ? [...terms.acceptedTokens, 'USDC']
        : terms.acceptedTokens,
    }),
  )
  const cursor = await findCursor(ctx.db, ctx.config.chainId)
  const returned = await listReturned(ctx, receipt)
  // In one transaction with the payments that replace them, so that custody is never negative.
  await reduceDirectPayments(ctx, classified.filter(isUnposted))
  const payments = await bookPayments(ctx, classified)
  const changed = payments.filter((payment, index) => isChanged(payment, known[index]))
  await updatePayments(ctx.db, changed)
  const held = heldPayments(payments, returned)
  const decision = decideSettlement({
    receipt,
    payments: held,
    manual: receipt.isPaidManually ? await reconcileManualSale(ctx, receipt) : null,
    statusBefore: settlement.statusBefore,
    requestedFrom: await findRequestedFrom(ctx, receipt),
    notedMicros: settlement.notedMicros,
    isExpired: isExpired(receipt, ctx.now()),
    isOnInclusion: settlement.isOnInclusion,
    finalizedNumber: cursor?.finalizedNumber ?? 0n,
    // A sale that is posted stays, even if the limit was higher then.
    safeNumber:
      needsSafeBlock(ctx.config, receipt) && !isPosted(settlement)
        ? (cursor?.safeNumber ?? 0n)
        : null,
  })

  const moved = await applyTransitions(ctx, { receipt, decision, payments: held })
  const { isSold } = decision
  // A payment of the sale was reversed: post the sale again with the remaining payments.
  const isSaleOutdated = payments.some((payment, index) => isReversed(payment, known[index]))
  const before = isSaleOutdated
    ? await bookSale(ctx, { ...settlement, receipt: moved, payments: held, isSold: false })
    : settlement.ledgerRevision
  const ledgerRevision = await bookSale(ctx, {
    receipt: moved,
    payments: held,
    isSold,
    ledgerRevision: before,
  })
  const notedMicros = await addTimelineEntries(ctx, {
    receipt,
    moved,
    decision,
    payments,
    before: known,
    noted: settlement.notedMicros,
  })
  // Retry while native token has no price.
  const isOpen = payments.some(({ state, usdMicros }) => state !== 'orphaned' && usdMicros === null)
  const notBefore = unixMs(known.length > crowd ? ctx.now() + known.length : 0)
  // After the settlements of others, which are due since 0.
  const dueAfter = unixMs(isMore ? ctx.now() : isOpen ? ctx.now() + retryAfterMs : 0)
  await updateSettlement(ctx.db, {
    ...ref,
    settlement: {
      version: isMore || isOpen ? settlement.version - 1n : settlement.version,
      dueAfter: notBefore > dueAfter ? notBefore : dueAfter,
      notBefore,
      statusBefore: decision.statusBefore,
      notedMicros,
      finalAtBlock: moved.status === 'completed' ? decision.finalAtBlock : null,
      safeAtBlock: decision.safeAtBlock,
      ledgerRevision,
    },
  })
}

function isUnposted(payment: Payment): boolean {
  return payment.state === 'confirmed' && !isPosted(payment) && isOurs(payment)
}

function isReversed(after: Payment, before: Payment | undefined): boolean {
  return after.ledgerRevision > (before?.ledgerRevision ?? 0) && !isPosted(after)
}

function isChanged(after: Payment, before: Payment | undefined): boolean {
  return after.ledgerRevision !== before?.ledgerRevision || after.usdMicros !== before.usdMicros
}
