import type { Principal, SellingCashier } from '../../../auth/caller.js'
import { type Cents, cents, centsToDecimal } from '../../../lib/money.js'
import type { TxContext } from '../../../platform/context.js'
import { recordChange } from '../../audit/record-change.js'
import { listOversold } from '../../holds/taken-stock.js'
import { returnStock } from '../../inventory/stock/return-stock.js'
import type { Receipt, Refund } from '../../receipts/receipt.js'
import { addTimelineEntry, authorName } from '../../receipts/status/add-timeline-entry.js'
import { moveReceipt, saveProgress } from '../../receipts/status/move-receipt.js'
import { takeFromPayments } from '../plan/list-credit.js'
import { computeRefund } from './compute-refund.js'
import { type CreditReturn, postRefund } from './post-refund.js'
import type { RefundAmounts } from './refund-amounts.js'
import { insertRefund } from './refund-store.js'
import { type RefundConsent, requireConsent } from './require-consent.js'
import { returnedStock } from './returned-stock.js'

/** A refund that is not recorded yet. */
type NewRefund = Omit<Refund, 'by' | 'createdAt' | 'confirmedAt' | 'paidIn' | 'lines'>

/** A refund of a sale. Without an amount it covers its items, or everything that is left. */
type NewSaleRefund = Omit<NewRefund, 'usdCents'> & { usdCents: Cents | null }

type Input = {
  by: Principal | SellingCashier
  receipt: Receipt
  refund: NewRefund
  consent: RefundConsent
}

/**
 * Records a refund of a sale, in the ledger too. The transaction has locked the receipt.
 *
 * @throws {AppError} `invalid_usd`, `invalid_input`, `step_up_required`.
 */
export async function recordRefund(
  ctx: TxContext,
  { by, receipt, consent, ...input }: Omit<Input, 'refund'> & { refund: NewSaleRefund },
): Promise<void> {
  const { merchant, id: receiptId } = receipt
  const { usdCents, items } = input.refund
  const { amounts, earlier } = await computeRefund(ctx, { receipt, usdCents, items })
  const refund = { ...input.refund, usdCents: amounts.usdCents }
  await requireConsent(ctx, { receipt, usdCents: refund.usdCents, consent })
  const sold = earlier.filter(({ isCredit }) => !isCredit)
  const oversold = await listOversold(ctx, { merchant, receiptId })
  const returned = returnedStock(receipt, { earlier: sold, refund, oversold })
  const recorded = await addRefund(ctx, { by, receipt, refund, amounts, credit: null })
  await returnStock(ctx, { merchant, returned })
  await applyRefund(ctx, { receipt, refund: recorded })
  await auditRefund(ctx, { by, receipt, refund, consent })
}

/**
 * Records a return of credit, in the ledger too. The status stays. The transaction has locked the
 * receipt.
 *
 * @throws {AppError} `invalid_usd`, `step_up_required`.
 */
export async function recordCreditReturn(
  ctx: TxContext,
  { by, receipt, refund, consent }: Input,
): Promise<void> {
  const { id: refundId, usdCents } = refund
  await requireConsent(ctx, { receipt, usdCents, consent })
  const credit = await takeFromPayments(ctx, { receipt, refundId, usdCents })
  const recorded = await addRefund(ctx, { by, receipt, refund, amounts: null, credit })
  const creditReturnedUsdCents = cents(receipt.creditReturnedUsdCents + usdCents)
  await saveProgress(ctx, { ...receipt, creditReturnedUsdCents, updatedAt: ctx.now() })
  await addEntry(ctx, { receipt, refund: recorded, type: 'credit_returned' })
  await auditRefund(ctx, { by, receipt, refund, consent })
}

async function addRefund(
  ctx: TxContext,
  input: Omit<Input, 'consent'> & { amounts: RefundAmounts | null; credit: CreditReturn | null },
): Promise<Refund> {
  const { by, receipt, refund, amounts, credit } = input
  const { merchant, id: receiptId } = receipt
  const taxCents = amounts?.taxCents ?? cents(0n)
  const paidIn = await postRefund(ctx, { receipt, refund, taxCents, credit })
  const lines = amounts?.lines ?? null
  const origin = { by: authorName(by), createdAt: ctx.now(), confirmedAt: null, paidIn, lines }
  const recorded: Refund = { ...refund, ...origin }
  await insertRefund(ctx.db, { merchant, receiptId, refund: recorded })
  return recorded
}

async function applyRefund(
  ctx: TxContext,
  { receipt, refund }: { receipt: Receipt; refund: Refund },
): Promise<void> {
  const refundedUsdCents = cents(receipt.refundedUsdCents + refund.usdCents)
  const updated = { ...receipt, refundedUsdCents, updatedAt: ctx.now() }
  if (refundedUsdCents === receipt.totalUsdCents) {
    const { by, reason: note, transactionHash } = refund
    const move = { receipt: updated, to: 'refunded', actor: 'staff' } as const
    await moveReceipt(ctx, { ...move, by, note, transactionHash })
    return
  }

  await saveProgress(ctx, updated)
  await addEntry(ctx, { receipt, refund, type: 'refund_partial' })
}

async function addEntry(
  ctx: TxContext,
  { receipt, refund, type }: { receipt: Receipt; refund: Refund; type: string },
): Promise<void> {
  const { by, reason: note, transactionHash } = refund
  const detail = { usd: centsToDecimal(refund.usdCents) }
  await addTimelineEntry(ctx, { receipt, type, by, note, transactionHash, detail })
}

async function auditRefund(ctx: TxContext, { by, receipt, refund, consent }: Input): Promise<void> {
  const { usdCents, buyer, isCredit } = refund
  await recordChange(ctx, {
    by,
    action: 'receipt.refunded',
    target: receipt.id,
    before: null,
    after: {
      usd: centsToDecimal(usdCents),
      buyer,
      ...(isCredit ? { credit: true } : {}),
      ...('approvedBy' in consent && { approvedBy: consent.approvedBy }),
    },
  })
}
