import type { components } from '../generated/api.js'
import type { SendRequest } from '../request.js'

/** The configuration of a shop. */
export type ShopConfig = components['schemas']['ShopConfig']

/**
 * The shop that the API key belongs to.
 *
 * @example
 * const { slug, name } = await client.shop.get()
 */
export type ShopResource = {
  /** Returns the shop's configuration. Requires the scope `shop:read`. */
  get(): Promise<ShopConfig>
}

/** Creates the shop calls on top of `request`. */
export function createShopResource(request: SendRequest): ShopResource {
  return {
    get: async () => {
      const { config } = await request<{ config: ShopConfig }>({
        method: 'GET',
        path: '/api/shop/config',
      })
      return config
    },
  }
}
