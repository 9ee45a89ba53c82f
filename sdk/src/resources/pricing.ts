import type { components } from '../generated/api.js'
import type { SendRequest } from '../request.js'

/** Fees, currencies, plans and exchange rates of the merchant. */
export type PricingConfig = components['schemas']['PricingConfig']

/**
 * The merchant's pricing.
 *
 * @example
 * const { totalFeePct, currencies } = await client.pricing.get()
 */
export type PricingResource = {
  /** Returns fees, currencies, plans and exchange rates. Requires an API key with any scope. */
  get(): Promise<PricingConfig>
}

/** Creates the pricing calls on top of `request`. */
export function createPricingResource(request: SendRequest): PricingResource {
  return {
    get: async () => {
      const { config } = await request<{ config: PricingConfig }>({
        method: 'GET',
        path: '/api/pricing/config',
      })
      return config
    },
  }
}
