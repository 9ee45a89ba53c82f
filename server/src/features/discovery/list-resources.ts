import { planPriceOf } from '../../auth/plans.js'
import { type Address, knownAddress } from '../../lib/hex.js'
import { type BaseUnits, baseUnits, baseUnitsFromCents } from '../../lib/money.js'
import { toUnixSeconds } from '../../lib/time.js'
import { findToken, nativeToken, tokenDecimals } from '../../platform/chain/tokens.js'
import type { Context } from '../../platform/context.js'
import { exampleBody } from '../x402/discovery/bazaar.js'
import { type PaidRoute, paidRoutes } from '../x402/discovery/paid-routes.js'
import { paymentToken } from '../x402/terms.js'
import { requirementsOf } from '../x402/wire/payment-required.js'
import type { SellableShop } from './sellable-shops.js'

type ListContext = Pick<Context, 'config' | 'now'>

/**
 * Returns a page of the resources that x402 payments can buy: developer plans, if the platform has
 * a wallet, then
 * orders at each shop that can sell. Returns nothing on a chain whose USDC does not support signed
 * transfers.
 */
export function listResources(
  ctx: ListContext,
  { shops, limit, offset }: { shops: readonly SellableShop[]; limit: number; offset: number },
) {
  if (!findToken(ctx.config.chainId, 'USDC')?.domain) return { items: [], total: 0 }

  const planResources = describePlans(ctx)
  const planPage = planResources.slice(offset, offset + limit)
  const start = Math.max(0, offset - planResources.length)
  const page = shops.slice(start, start + limit - planPage.length)
  return {
    items: [...planPage, ...page.map((shop) => describeShop(ctx, shop))],
    total: planResources.length + shops.length,
  }
}

/** Describes all plans as one resource with the price of the pro plan, as the challenge does. */
function describePlans(ctx: ListContext) {
  const { platformWallet } = ctx.config
  const price = planPriceOf(ctx.config, 'pro')
  if (!platformWallet || price === 0n) return []
  const terms = {
    payTo: knownAddress(platformWallet),
    units: baseUnitsFromCents(price, tokenDecimals),
  }
  const metadata = {
    method: 'POST',
    description: 'A developer key on the pro plan for 30 days',
    input: exampleBody('subscribe'),
  }
  return [describeResource(ctx, 'subscribe', terms, metadata)]
}

/** Names the zero address as the recipient, because each order has its own deposit address. */
function describeShop(ctx: ListContext, { shop, sku }: SellableShop) {
  const { slug, name, description, categories, keywords } = shop
  const items = `${ctx.config.baseUrl}/api/directory/shops/${slug}/items`
  const terms = { payTo: nativeToken, units: baseUnits(paidRoutes.orders.minUnits) }
  const input = { shopSlug: slug, items: [{ sku, qty: 1 }] }
  const metadata = { method: 'POST', provider: name, description, categories, keywords, items }
  return describeResource(ctx, 'orders', terms, { ...metadata, input })
}

function describeResource(
  { config, now }: ListContext,
  route: PaidRoute,
  terms: { payTo: Address; units: BaseUnits },
  metadata: Record<string, unknown>,
) {
  const { chainId } = config
  return {
    resource: config.baseUrl + paidRoutes[route].path,
    type: 'http' as const,
    x402Version: 2 as const,
    accepts: [requirementsOf({ chainId, token: paymentToken(chainId), ...terms })],
    lastUpdated: toUnixSeconds(now()),
    metadata,
  }
}
