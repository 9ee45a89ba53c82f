import type { Context } from '../../../platform/context.js'
import { getListedMerchant } from '../../directory/get-listed-merchant.js'
import type { ShopDirectory } from '../../directory/shop-directory.js'
import { withoutThumbs } from '../../media/load-thumbs.js'
import { describeQuote } from '../../orders/describe-quote.js'
import { quoteOrder as priceWantedOrder } from '../../orders/quote-order.js'
import { requirePayable } from './offer-order.js'
import type { WantedOrder } from './read-order.js'

/**
 * Returns the itemised price of an order that a payment could buy. It stores nothing, fixes no price and holds no stock.
 *
 * @throws {AppError} `not_found`, everything that the quote of an order throws, and `invalid_amount`.
 */
export async function quoteOrder(
  ctx: Context,
  { directory, order }: { directory: ShopDirectory; order: WantedOrder },
) {
  const { shopSlug, items, jurisdictionCode } = order
  const merchant = await getListedMerchant(directory, shopSlug)
  const body = { items, ...(jurisdictionCode === null ? {} : { jurisdictionCode }) }
  const prepared = await priceWantedOrder(ctx, { merchant, body })
  requirePayable(prepared)
  return describeQuote(prepared, { now: ctx.now(), thumbOf: withoutThumbs })
}
