import { requireActive } from '../../auth/merchants/require-active.js'
import { AppError } from '../../lib/errors.js'
import { isExpired, statusFacts } from '../../lib/receipt-statuses.js'
import type { Context, TxContext } from '../../platform/context.js'
import { requireInStock } from '../holds/claim-stock.js'
import { getDue } from '../payments/get-due.js'
import { getQuotes } from '../payments/quote/get-quotes.js'
import type { PaymentOption } from '../payments/quote/quote.js'
import { blockingCode, isBlocked, refusedPayment } from '../payments/read-model/blocked-receipts.js'
import type { Receipt } from '../receipts/receipt.js'
import { findLimitCode } from './describe-card.js'
import { deliveredSymbol, type OnrampProvider } from './provider.js'

/**
 * Returns the amount of USDC that pays the amount due.
 *
 * @throws {AppError} `merchant_suspended`, `conflict`, `insufficient_stock`, `onramp_refused`.
 */
export async function requirePayable(
  ctx: Context,
  { receipt, provider }: { receipt: Receipt; provider: OnrampProvider },
): Promise<PaymentOption> {
  const { due, payments } = await requireDue(ctx, receipt)
  const code = findLimitCode(provider.capabilities, { due, receipt })
  if (code !== null) throw refusedPayment(code)
  const options = await getQuotes(ctx, { receipt, dueMicros: due, payments })
  const option = options.find(({ symbol }) => symbol === deliveredSymbol)
  if (!option) {
    throw new AppError('conflict', `This shop does not accept ${deliveredSymbol}. Pay another way.`)
  }
  return option
}

/**
 * Returns what is due on a receipt that a card may pay.
 *
 * @throws {AppError} `merchant_suspended`, `conflict`, `insufficient_stock`, `onramp_refused`.
 */
export async function requireDue(
  ctx: Pick<TxContext, 'db' | 'now'>,
  receipt: Receipt,
): Promise<Awaited<ReturnType<typeof getDue>>> {
  const { merchant, id: receiptId } = receipt
  await requireActive(ctx, merchant)
  if (receipt.kind === 'subscription') {
    throw new AppError('conflict', 'A subscription pays this receipt automatically.')
  }
  const money = await getDue(ctx, receipt)
  const { isPaid, isFinal } = statusFacts[receipt.status]
  if (isPaid || isFinal || money.due <= 0n) {
    throw new AppError('conflict', 'This receipt is already paid.')
  }
  if (isExpired(receipt, ctx.now())) throw new AppError('conflict', 'This receipt has expired.')
  if (await isBlocked(ctx, { merchant, receiptId })) throw refusedPayment(blockingCode)
  await requireInStock(ctx, receipt)
  return money
}
