import { SECOND_MS, unixMs } from '../../../lib/time.js'
import { nativeToken } from '../../../platform/chain/tokens.js'
import type { Context } from '../../../platform/context.js'
import type { createOfferSigner } from '../offers/offer-signer.js'
import { maxTimeoutSeconds, type Offer } from '../terms.js'
import { requirementsOf } from '../wire/payment-required.js'
import { bazaarExtension } from './bazaar.js'
import { type PaidRoute, paidRoutes } from './paid-routes.js'

/** Lets clients give a payment an id, which replaces a missing Idempotency-Key. */
const paymentIdentifier = {
  'payment-identifier': {
    info: { required: false },
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        required: { type: 'boolean' },
        id: { type: 'string', minLength: 16, maxLength: 128, pattern: '^[a-zA-Z0-9_-]+$' },
      },
      required: ['required'],
    },
  },
}

type Input = { route: PaidRoute; offer: Offer; signer: ReturnType<typeof createOfferSigner> }

/**
 * Returns the extensions of a challenge: how to call the route, an id for the payment, and the
 * signed terms. An offer that cannot be paid is not signed.
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
