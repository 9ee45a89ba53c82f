import type { Address } from '../../../lib/hex.js'
import type { Context } from '../../../platform/context.js'
import { getListedMerchant } from '../../directory/get-listed-merchant.js'
import type { ShopDirectory } from '../../directory/shop-directory.js'
import type { FoundTerms, PaidRequest } from '../paid-request.js'
import { paymentToken, type Terms } from '../terms.js'
import type { Proof } from '../wire/read-proof.js'
import { offerOrder } from './offer-order.js'
import { restoreOrder } from './quote-order.js'
import { findQuote } from './quote-store.js'
import { fingerprintOf, ordersRoute, type WantedOrder } from './read-order.js'

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
