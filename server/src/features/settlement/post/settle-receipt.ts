import type { Address } from '../../../lib/hex.js'
import { isPosted } from '../../../lib/money.js'
import { isExpired } from '../../../lib/receipt-statuses.js'
import { unixMs } from '../../../lib/time.js'
import type { Context, TxContext } from '../../../platform/context.js'
import { withCatalogueMutex } from '../../inventory/with-catalogue-mutex.js'
import type { Payment, Settlement } from '../../payments/payment.js'
import { endSettlement, findPaidReceipt, savePayments } from '../../payments/receipts-to-settle.js'
import { heldPayments } from '../../payments/value/held-payments.js'
import { reduceDirectPayments } from '../../payouts/books/book-direct-payments.js'
import { lockReceipt } from '../../receipts/read/get-receipt.js'
import type { Receipt } from '../../receipts/receipt.js'
import { findRequestedFrom } from '../../receipts/status/declined-request.js'
import { reconcileManualSale } from '../../receipts/status/post-manual-payment.js'
import { getShopConfig } from '../../shop/get-shop-config.js'
import { classifyPayments } from '../decide/classify-payments.js'
import { decideSettlement } from '../decide/decide-settlement.js'
import { addTimelineEntries } from './add-timeline-entries.js'
import { applyTransitions } from './apply-transitions.js'
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
        // Without a receipt, the sandbox was reset in the meantime.
        const settlement = receipt ? await settleLocked(inTx, receipt) : null
        if (settlement !== 'none') await endSettlement(inTx, { merchant, receiptId, settlement })
      }),
  })
}

/** Returns the settlement to save, or `none` if nothing was ever paid. */
async function settleLocked(ctx: TxContext, receipt: Receipt): Promise<Settlement | 'none'> {
  const paid = await findPaidReceipt(ctx, receipt)
  if (!paid) return 'none'
  const { settlement, payments: known, returned, finalizedNumber, safeNumber } = paid
  const { payments: terms } = await getShopConfig(ctx, receipt.merchant)
  const { payments: classified, hasMore } = limitBookings(
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
  // In one transaction with the payments that replace them, so that custody is never negative.
  await reduceDirectPayments(ctx, classified.filter(isUnposted))
  const payments = await bookPayments(ctx, classified)
  const changed = payments.filter((payment, index) => isChanged(payment, known[index]))
  await savePayments(ctx, changed)
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
    finalizedNumber,
    // A sale that is posted stays, even if the limit was higher then.
    safeNumber: isPosted(settlement) ? null : safeNumber,
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
  const dueAfter = unixMs(hasMore ? ctx.now() : isOpen ? ctx.now() + retryAfterMs : 0)
  return {
    version: hasMore || isOpen ? settlement.version - 1n : settlement.version,
    dueAfter: notBefore > dueAfter ? notBefore : dueAfter,
    notBefore,
    statusBefore: decision.statusBefore,
    notedMicros,
    finalAtBlock: moved.status === 'completed' ? decision.finalAtBlock : null,
    safeAtBlock: decision.safeAtBlock,
    ledgerRevision,
  }
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
