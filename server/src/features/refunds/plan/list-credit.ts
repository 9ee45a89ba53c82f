import { AppError } from '../../../lib/errors.js'
import {
  type Cents,
  cents,
  centsToDecimal,
  dustMicros,
  isPosted,
  microsFromCents,
} from '../../../lib/money.js'
import { isExpired, statusFacts } from '../../../lib/receipt-statuses.js'
import type { UnixMs } from '../../../lib/time.js'
import type { TxContext } from '../../../platform/context.js'
import { creditBalances } from '../../ledger/credit-balances.js'
import { findSaleKey, sumReceipts } from '../../ledger/receipt-ledger.js'
import { sumByAsset } from '../../ledger/sum-by-asset.js'
import {
  listReceiptPayments,
  listReturned,
  recordReturned,
  waitsForSafeBlock,
} from '../../payments/receipts-to-settle.js'
import { heldPayments } from '../../payments/value/held-payments.js'
import type { Receipt } from '../../receipts/receipt.js'
import type { CreditReturn } from '../record/post-refund.js'
import { type CreditPart, creditParts, takeCredit } from './credit-parts.js'

/**
 * Lists the money that a receipt holds beyond its total and has not returned, in the order in which
 * it is returned. The partial payments of a receipt that can still be paid are not credit, nor are
 * payments that wait for a safe block.
 */
export async function listCredit(
  ctx: Pick<TxContext, 'db' | 'now'>,
  receipt: Receipt,
): Promise<CreditPart[]> {
  return (await getCredit(ctx, receipt)).parts
}

async function getCredit(
  ctx: Pick<TxContext, 'db' | 'now'>,
  receipt: Receipt,
): Promise<{ parts: CreditPart[]; at: UnixMs }> {
  const { merchant, id: receiptId } = receipt
  const sums = await sumReceipts(ctx, { merchant, receiptIds: [receiptId] })
  const payments = await listReceiptPayments(ctx, { merchant, receiptId })
  const postedPayments = heldPayments(payments, await listReturned(ctx, receipt)).filter(isPosted)
  const isSold = (await findSaleKey(ctx, { merchant, receiptId })) !== null
  const balances = creditBalances(sums.get(receiptId) ?? [], { isSold })
  const credit = balances.filter(({ units, usdMicros }) => units > 0n && usdMicros >= 0n)
  // Payments have the chain's time, which may be ahead of ours.
  const at = postedPayments.reduce((last, { paidAt }) => (paidAt > last ? paidAt : last), ctx.now())
  const parts = creditParts(postedPayments, { credit, at })
  const waitsForSafe = await waitsForSafeBlock(ctx, { merchant, receiptId })
  const areKept = waitsForSafe || keepsPartPayments(receipt, ctx.now())
  return { parts: areKept ? parts.filter((part) => !part.isCounted) : parts, at }
}

/**
 * Saves which payments a return of credit is taken from. Returns its amounts, by asset, and its
 * time. The transaction has locked the receipt.
 *
 * @throws {AppError} `invalid_usd` when the receipt holds less credit.
 */
export async function takeFromPayments(
  ctx: Pick<TxContext, 'db' | 'now'>,
  { receipt, refundId, usdCents }: { receipt: Receipt; refundId: string; usdCents: Cents },
): Promise<CreditReturn> {
  const { parts, at } = await getCredit(ctx, receipt)
  requireCredit(parts, usdCents)
  const portions = takeCredit(parts, microsFromCents(usdCents))
  const returned = portions.flatMap(({ payment, units, usdMicros }) =>
    payment ? { ...payment, units, usdMicros } : [],
  )
  const { merchant, id: receiptId } = receipt
  await recordReturned(ctx, { merchant, receiptId, refundId, returned })
  return { amounts: sumByAsset(portions), at }
}

/**
 * Requires that credit is worth this amount.
 *
 * @throws {AppError} `invalid_usd`.
 */
export function requireCredit(parts: readonly CreditPart[], usdCents: Cents): void {
  const available = creditCents(parts)
  if (available > 0n && usdCents <= available) return
  const usd = centsToDecimal(available).toFixed(2)
  throw new AppError('invalid_usd', `The amount exceeds the credit of this receipt (${usd} USD).`)
}

/** Returns the value of credit in whole cents. */
export function creditCents(parts: readonly CreditPart[]): Cents {
  return cents(parts.reduce((sum, { usdMicros }) => sum + usdMicros, 0n) / dustMicros)
}

/**
 * Returns whether partial payments still count towards the total: the receipt is unpaid and has
 * neither expired nor failed.
 */
function keepsPartPayments(receipt: Receipt, now: UnixMs): boolean {
  const { status } = receipt
  // The rest of the money is on its way.
  if (status === 'tx_mined' || status === 'recipient_validated') return true
  const { isPaid, isFinal } = statusFacts[status]
  return !isPaid && !isFinal && status !== 'failed' && !isExpired(receipt, now)
}
