import { checksumAddress } from '../../../lib/hex.js'
import { findToken } from '../../../platform/chain/tokens.js'
import type { Config } from '../../../platform/config/config.js'
import type { RouteReference } from '../../../platform/http/routes.js'
import { orderBounds } from '../orders/offer-order.js'
import { ordersRoute } from '../orders/read-order.js'
import { subscribeRoute } from '../plans/plan-request.js'
import { unitsPerCent } from '../terms.js'

/** The routes that take an x402 payment, with the bounds of their prices in base units of USDC. */
export const paidRoutes = {
  orders: { path: ordersRoute, minUnits: orderBounds.min, maxUnits: orderBounds.max },
  subscribe: { path: subscribeRoute, minUnits: 0n, maxUnits: 5_000_000_000n },
} as const

export type PaidRoute = keyof typeof paidRoutes

/**
 * Describes a paid route in the API reference. `x-payment-info` has dollars, because directories of
 * paid APIs accept only currencies of ISO 4217; `x-x402` has the exact bounds.
 */
export function describePaidRoute(
  { chainId }: Pick<Config, 'chainId'>,
  route: PaidRoute,
): RouteReference {
  const { minUnits, maxUnits } = paidRoutes[route]
  const asset = findToken(chainId, 'USDC')?.address
  return {
    fields: {
      'x-payment-info': {
        price: {
          mode: 'dynamic',
          currency: 'USD',
          min: toDollars(minUnits),
          max: toDollars(maxUnits),
        },
        protocols: [{ x402: {} }],
      },
      'x-x402': {
        accepts: [
          {
            scheme: 'exact',
            network: `eip155:${chainId}`,
            ...(asset ? { asset: checksumAddress(asset) } : {}),
            minAmount: String(minUnits),
            maxAmount: String(maxUnits),
          },
        ],
        extensions: { bazaar: {}, 'offer-receipt': {}, 'sign-in-with-x': {} },
      },
    },
    responseHeaders: {
      200: {
        'PAYMENT-RESPONSE': 'The settled payment with a signed receipt, as base64 JSON of x402 v2',
        'X-PAYMENT-RESPONSE': 'The settled payment, as base64 JSON of x402 v1',
      },
      402: { 'PAYMENT-REQUIRED': 'The challenge with a signed offer, as base64 JSON of x402 v2' },
    },
  }
}

function toDollars(units: bigint): string {
  const cents = String(units / unitsPerCent).padStart(3, '0')
  return `${cents.slice(0, -2)}.${cents.slice(-2)}`
}
