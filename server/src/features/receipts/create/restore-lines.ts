import type { Address } from '../../../lib/hex.js'
import { type Cents, cents, prorate, sumCents } from '../../../lib/money.js'
import { statusFacts } from '../../../lib/receipt-statuses.js'
import { type Context, inTransaction, type TxContext } from '../../../platform/context.js'
import { sellItems } from '../../holds/apply-to-stock.js'
import { keepSold } from '../../media/keep-sold.js'
import { shareLines } from '../amounts/share-lines.js'
import { lockReceipt } from '../read/get-receipt.js'
import type { LineCharges, LineKind, ReceiptLine } from '../receipt.js'
import { addTimelineEntryOnce } from '../status/add-timeline-entry.js'
import { flagRefundDue } from '../status/update-receipt.js'
import { replaceLines } from './changed-receipt-store.js'
import { deleteWithoutItems, listWithoutItems, type ReceiptRef } from './unrestored-store.js'

/** Shown in place of the lines of an order that is reserved for a payment. */
export const summaryLabel = 'Order'

/**
 * Restores the lines of an order that was stored as a summary. The total stays, and so do tax and
 * fee: if prices have changed since, the items share the quoted amount. Does nothing when the lines
 * are there already.
 */
export async function restoreLines(
  ctx: Pick<Context, 'db' | 'memory' | 'now' | 'config'>,
  { merchant, id, priced }: { merchant: Address; id: string; priced: readonly ReceiptLine[] },
): Promise<void> {
  const items = priced.filter(({ kind }) => kind === 'item')
  await keepSold(
    ctx,
    items.map(({ thumb }) => thumb),
  )
  await ctx.db.transaction(async (tx) => {
    const receipt = await lockReceipt({ db: tx }, { merchant, id })
    const lines = receipt && expandSummary(receipt.lines, items)
    // Refunds refer to the lines that they were recorded with.
    if (!receipt || !lines || receipt.refundedUsdCents > 0n) return
    await replaceLines(tx, { merchant, id, lines, now: ctx.now() })
    // The payment was found before its order was known.
    if (!statusFacts[receipt.status].isPaid) return
    await sellItems({ db: tx }, { merchant, id, lines })
  })
}

/** Returns whether the lines are the summary of an order. */
export function isSummary([first]: readonly ReceiptLine[]): boolean {
  return first?.label === summaryLabel && first.itemId === null
}

/** Lists paid receipts whose order was never presented again, so that its lines are not stored. */
export function listSalesWithoutItems(
  { db }: Pick<TxContext, 'db'>,
  limit: number,
): Promise<ReceiptRef[]> {
  return listWithoutItems(db, limit)
}

/**
 * Ends the search for the items of a paid receipt. If it still has none, the merchant gets money
 * without a sale: the receipt is listed for a refund.
 */
export async function endSaleWithoutItems(
  ctx: Pick<TxContext, 'now'> & Pick<Context, 'db'>,
  { merchant, receiptId: id }: ReceiptRef,
): Promise<void> {
  await inTransaction(ctx, async (inTx) => {
    const receipt = await lockReceipt(inTx, { merchant, id })
    await deleteWithoutItems(inTx.db, { merchant, receiptId: id })
    if (!receipt || !isSummary(receipt.lines) || !statusFacts[receipt.status].isPaid) return
    await flagRefundDue(inTx, { merchant, id })
    const note = 'The payment came without its order, and the items are not known. Refund it.'
    await addTimelineEntryOnce(inTx, { receipt, type: 'items_unknown', by: 'system', note })
  })
}

/** Returns the lines of an order in place of its summary, or null when there is no summary. */
export function expandSummary(
  stored: readonly ReceiptLine[],
  items: readonly ReceiptLine[],
): ReceiptLine[] | null {
  const [summary, ...charges] = stored
  if (!summary || !isSummary(stored)) return null
  const inDollars = shareAmount(
    summary.usdCents,
    items.map(({ usdCents }) => usdCents),
  )
  const native =
    summary.amountCents === null
      ? null
      : shareAmount(
          summary.amountCents,
          items.map(({ amountCents, usdCents }) => amountCents ?? usdCents),
        )
  const lines = items.map((line, index) => ({
    ...line,
    usdCents: inDollars[index] as Cents,
    amountCents: native?.[index] ?? null,
  }))
  const restored = [...lines, ...charges]
  return shareLines(restored, shareCharges(restored, items))
}

/** Splits tax and fee of an order among its items as priced. An exempt item stays exempt. */
function shareCharges(lines: readonly ReceiptLine[], items: readonly ReceiptLine[]): LineCharges[] {
  const isNative = lines.every(({ amountCents }) => amountCents !== null)
  const totalOf = (kind: LineKind) =>
    sumCents(
      lines
        .filter((line) => line.kind === kind)
        .map(({ usdCents, amountCents }) => (isNative ? (amountCents ?? usdCents) : usdCents)),
    )
  const priced = items.map(({ share }) => (isNative ? share?.native : share?.usd))
  const taxes = shareAmount(
    totalOf('tax'),
    priced.map((charges) => charges?.taxCents ?? 0n),
  )
  const fees = shareAmount(
    totalOf('fee'),
    priced.map((charges) => charges?.feeCents ?? 0n),
  )
  return items.map((_, index) => ({
    discountCents: cents(0n),
    taxCents: taxes[index] as Cents,
    feeCents: fees[index] as Cents,
  }))
}

/** Splits an amount by weights. Equal to the weights if these sum to the amount. */
function shareAmount(amount: Cents, weights: readonly bigint[]): Cents[] {
  return prorate(amount, weights.some((weight) => weight > 0n) ? weights : weights.map(() => 1n))
}
