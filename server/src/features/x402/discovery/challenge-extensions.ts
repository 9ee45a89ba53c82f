import { SECOND_MS, unixMs } from '../../../lib/time.js'
import { nativeToken } from '../../../platform/chain/tokens.js'
import type { Context } from '../../../platform/context.js'
import type { createOfferSigner } from '../offers/offer-signer.js'
import { maxTimeoutSeconds, type Offer } from '../terms.js'
import { paymentIdentifier } from '../wire/payment-identifier.js'
import { requirementsOf } from '../wire/payment-required.js'
import { bazaarExtension } from './bazaar.js'
import { type PaidRoute, paidRoutes } from './paid-routes.js'

type Input = { route: PaidRoute; offer: Offer; signer: ReturnType<typeof createOfferSigner> }

/**
 * Returns the extensions of a challenge: how to call the route, an id for the payment, and the signed terms. An offer that
 * cannot be paid is not signed.
 */
export function challengeExtensions(
  { config, now }: Pick<Context, 'config' | 'now'>,
  { route, offer, signer }: Input,
): Record<string, unknown> {
  const common = { ...bazaarExtension(route), ...paymentIdentifier }
  if (offer.payTo === nativeToken) return common

  const { quoteId } = offer.summary
  return {
    ...common,
    ...signer.signOffer({
      resourceUrl: config.baseUrl + paidRoutes[route].path,
      terms: requirementsOf(offer),
      expiresAt: offer.expiresAt ?? unixMs(now() + maxTimeoutSeconds * SECOND_MS),
      ...(quoteId === undefined ? {} : { receiptId: quoteId }),
    }),
  }
}
