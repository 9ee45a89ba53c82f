import type { Address } from '../../../lib/hex.js'
import { isPosted } from '../../../lib/money.js'
import { isExpired, statusFacts } from '../../../lib/receipt-statuses.js'
import { unixMs } from '../../../lib/time.js'
import { type Context, inTransaction, type TxContext } from '../../../platform/context.js'
import { requestReceiptCheck } from '../../../platform/notifications/raise-notifications.js'
import { withCatalogMutex } from '../../inventory/with-catalog-mutex.js'
import type { Payment, Settlement } from '../../payments/payment.js'
import { endSettlement, findPaidReceipt } from '../../payments/receipts-to-settle.js'
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
import { bookPayments, isBookable } from './book-payments.js'
import { bookSale } from './book-sale.js'
import { limitBookings } from './limit-bookings.js'

const retryAfterMs = 2_000
/**
 * A receipt with more payments than this waits a millisecond for each before its next settlement,
 * about ten times as long as one takes. Third parties can make any number of payments, and other
 * receipts must not wait for them.
 */
const manyPayments = 2_000

/** The indexer changed the amount of a payment while its receipt was settled. Settle it again. */
export class PaymentChanged extends Error {}

/**
 * Brings a receipt in line with its payments: status, timeline, stock and ledger, in one
 * transaction. Idempotent.
 *
 * @throws {PaymentChanged}
 */
export async function settleReceipt(
  ctx: Context,
  { merchant, receiptId }: { merchant: Address; receiptId: string },
): Promise<void> {
  // A paid receipt reduces the stock.
  await withCatalogMutex(ctx, {
    merchant,
    work: () =>
      inTransaction(ctx, async (inTx) => {
        const receipt = await lockReceipt(inTx, { merchant, id: receiptId })
        // Without a receipt, the sandbox was reset in the meantime.
        const settled = receipt ? await settleLocked(inTx, receipt) : noSettlement
        if (!settled) return
        const isSaved = await endSettlement(inTx, { merchant, receiptId, ...settled })
        if (!isSaved) throw new PaymentChanged()
      }),
  })
}

/** A settlement to save, and the payments that it changed. */
type SettlementChange = { settlement: Settlement | null; payments: Payment[] }

const noSettlement: SettlementChange = { settlement: null, payments: [] }

/** Settles a locked receipt. Returns null if nothing was ever paid. */
async function settleLocked(ctx: TxContext, receipt: Receipt): Promise<SettlementChange | null> {
  const paidReceipt = await findPaidReceipt(ctx, receipt)
  if (!paidReceipt) return null
  const {
    settlement,
    payments: storedPayments,
    returned,
    finalizedNumber,
    safeNumber,
    isBlocked,
  } = paidReceipt
  const { payments: terms } = await getShopConfig(ctx, receipt.merchant)
  const { payments: classified, hasMore } = limitBookings(
    await classifyPayments(ctx, {
      receipt,
      payments: storedPayments,
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
  const changed = payments.filter((payment, index) => isChanged(payment, storedPayments[index]))
  const heldMoney = heldPayments(payments, returned)
  const decision = decideSettlement({
    receipt,
    payments: heldMoney,
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

  const movedReceipt = await applyTransitions(ctx, {
    receipt,
    decision,
    payments: heldMoney,
    isBlocked,
  })
  const { isSold } = decision
  // A payment of the sale was reversed: post the sale again with the remaining payments.
  const isSaleOutdated = payments.some((payment, index) =>
    isReversed(payment, storedPayments[index]),
  )
  const before = isSaleOutdated
    ? await bookSale(ctx, {
        ...settlement,
        receipt: movedReceipt,
        payments: heldMoney,
        isSold: false,
      })
    : settlement.ledgerRevision
  const ledgerRevision = await bookSale(ctx, {
    receipt: movedReceipt,
    payments: heldMoney,
    isSold,
    ledgerRevision: before,
  })
  const notedMicros = await addTimelineEntries(ctx, {
    receipt,
    moved: movedReceipt,
    decision,
    payments,
    before: storedPayments,
    noted: settlement.notedMicros,
  })
  if (notedMicros !== settlement.notedMicros || isPaidAgain(receipt, changed)) {
    await requestReceiptCheck(ctx, { merchant: receipt.merchant, receiptId: receipt.id })
  }
  // Retry while native token has no price.
  const isOpen = payments.some(({ state, usdMicros }) => state !== 'orphaned' && usdMicros === null)
  const notBefore = unixMs(
    storedPayments.length > manyPayments ? ctx.now() + storedPayments.length : 0,
  )
  // After the settlements of others, which are due since 0.
  const dueAfter = unixMs(hasMore ? ctx.now() : isOpen ? ctx.now() + retryAfterMs : 0)
  const next = {
    version: hasMore || isOpen ? settlement.version - 1n : settlement.version,
    dueAfter: notBefore > dueAfter ? notBefore : dueAfter,
    notBefore,
    statusBefore: decision.statusBefore,
    notedMicros,
    finalAtBlock: movedReceipt.status === 'completed' ? decision.finalAtBlock : null,
    safeAtBlock: decision.safeAtBlock,
    ledgerRevision,
  }
  return { settlement: next, payments: changed }
}

/** Returns whether money of a receipt changed that was paid, failed or refunded before. */
function isPaidAgain({ status }: Receipt, changed: readonly Payment[]): boolean {
  return changed.length > 0 && (status === 'failed' || statusFacts[status].isSettled)
}

function isUnposted(payment: Payment): boolean {
  return payment.state === 'confirmed' && !isPosted(payment) && isBookable(payment)
}

function isReversed(after: Payment, before: Payment | undefined): boolean {
  return after.ledgerRevision > (before?.ledgerRevision ?? 0) && !isPosted(after)
}

function isChanged(after: Payment, before: Payment | undefined): boolean {
  return after.ledgerRevision !== before?.ledgerRevision || after.usdMicros !== before.usdMicros
}
