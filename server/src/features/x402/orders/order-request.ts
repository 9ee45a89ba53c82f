import type { FastifyRequest } from 'fastify'
import type { Access } from '../../../auth/access.js'
import { takeReceipt } from '../../../auth/limits/take-receipt.js'
import type { Address } from '../../../lib/hex.js'
import type { Config } from '../../../platform/config/config.js'
import type { Context } from '../../../platform/context.js'
import { getListedMerchant } from '../../directory/get-listed-merchant.js'
import type { ShopDirectory } from '../../directory/shop-directory.js'
import { withoutThumbs } from '../../media/load-thumbs.js'
import { describeQuote } from '../../orders/price/describe-quote.js'
import { quoteOrder as priceWantedOrder } from '../../orders/price/quote-order.js'
import { restoreLines } from '../../receipts/create/restore-lines.js'
import type { FoundTerms, PaidRequest } from '../paid-request.js'
import { paymentToken, type Terms } from '../terms.js'
import type { Proof } from '../wire/read-proof.js'
import { offerOrder, requirePayable } from './offer-order.js'
import { findQuote } from './quote-store.js'
import { bodyOf, fingerprintOf, ordersRoute, type WantedOrder } from './read-order.js'

/** Returns the paid request for an order. */
export function orderRequest(
  ctx: Context,
  input: {
    directory: ShopDirectory
    order: WantedOrder
    /** A keyed hash of the caller's network address. */
    network: string
    /** Counts the receipt that an offer at this shop creates. */
    countOffer: (shop: Address) => Promise<void>
  },
): PaidRequest {
  const { directory, order, network, countOffer } = input
  const fingerprint = fingerprintOf(order)
  const token = paymentToken(ctx.config.chainId)
  return {
    route: ordersRoute,
    fingerprint,
    token,
    prepare: async (subject) => {
      if (subject.kind === 'order') await restoreOrder(ctx, { ...subject, order })
    },
    findTerms: (proof) => findTerms(ctx, { proof, fingerprint, token }),
    async offer() {
      const merchant = await getListedMerchant(directory, order.shopSlug)
      await countOffer(merchant)
      return offerOrder(ctx, { merchant, order, network })
    },
  }
}

/** Finds the quote by the address that the payment goes to: two buyers may want the same order. */
async function findTerms(
  ctx: Context,
  { proof, fingerprint, token }: { proof: Proof; fingerprint: Buffer; token: Terms['token'] },
): Promise<FoundTerms> {
  const { chainId } = ctx.config
  const { payTo } = proof
  const quote = await findQuote(ctx.db, { chainId, payTo })
  if (!quote) return { kind: 'refused', reason: 'quote_not_found' }
  if (!quote.fingerprint.equals(fingerprint)) {
    return { kind: 'refused', reason: 'quote_of_another_order' }
  }
  const { merchant, receiptId, units } = quote
  const isExpired = quote.expiresAt <= ctx.now()
  const subject = { kind: 'order', merchant, receiptId } as const
  return { kind: 'found', terms: { chainId, token, payTo, units, subject, isExpired } }
}

/** An unpaid offer stores a quote, a deposit address and a receipt without lines. */
const offerKilobytes = 2

/**
 * Counts what an offer at a shop stores.
 *
 * @throws {AppError} `rate_limited`.
 */
export async function countOffer(
  counting: Pick<Access, 'limiter' | 'hashNetwork' | 'storage'> & { config: Config },
  { request, shop }: { request: FastifyRequest; shop: Address },
): Promise<void> {
  const exceeded = await counting.storage.take(request, offerKilobytes, { shop })
  if (exceeded) throw exceeded
  await takeReceipt(counting, request)
}

/**
 * Returns the itemized price of an order that a payment could buy. It stores nothing, fixes no
 * price and holds no stock.
 *
 * @throws {AppError} `not_found`, everything that the quote of an order throws, and
 *   `invalid_amount`.
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
