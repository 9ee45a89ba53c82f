import type { Address } from '../../../lib/hex.js'
import type { Context } from '../../../platform/context.js'
import { getListedMerchant } from '../../directory/get-listed-merchant.js'
import type { ShopDirectory } from '../../directory/shop-directory.js'
import { withoutThumbs } from '../../media/load-thumbs.js'
import { describeQuote } from '../../orders/price/describe-quote.js'
import { quoteOrder as priceWantedOrder } from '../../orders/price/quote-order.js'
import { restoreLines } from '../../receipts/create/restore-lines.js'
import { requirePayable } from './offer-order.js'
import { bodyOf, type WantedOrder } from './read-order.js'

/**
 * Returns the itemized price of an order that a payment could buy. It stores nothing, fixes no price and holds no stock.
 *
 * @throws {AppError} `not_found`, everything that the quote of an order throws, and `invalid_amount`.
 */
export async function quoteOrder(
  ctx: Context,
  { directory, order }: { directory: ShopDirectory; order: WantedOrder },
) {
  const merchant = await getListedMerchant(directory, order.shopSlug)
  const prepared = await priceWantedOrder(ctx, { merchant, body: bodyOf(order) })
  requirePayable(prepared)
  return describeQuote(prepared, { now: ctx.now(), thumbOf: withoutThumbs })
}

/**
 * Adds the lines of an order that was offered without them, for a payment that is verified.
 *
 * @throws {AppError} everything that the quote of an order throws.
 */
export async function restoreOrder(
  ctx: Context,
  input: { merchant: Address; receiptId: string; order: Omit<WantedOrder, 'shopSlug'> },
): Promise<void> {
  const { merchant, receiptId: id, order } = input
  const { bill } = await priceWantedOrder(ctx, { merchant, body: bodyOf(order) })
  await restoreLines(ctx, { merchant, id, priced: bill.lines })
}
