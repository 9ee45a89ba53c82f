import { plans } from '../../auth/plans.js'
import { type Address, checksumAddress, knownAddress } from '../../lib/hex.js'
import { toUnixSeconds } from '../../lib/time.js'
import { findToken, nativeToken } from '../../platform/chain/tokens.js'
import type { Context } from '../../platform/context.js'
import type { DirectoryShop } from '../directory/schemas.js'
import type { ShopDirectory } from '../directory/shop-directory.js'
import { exampleBody } from '../x402/discovery/bazaar.js'
import { type PaidRoute, paidRoutes } from '../x402/discovery/paid-routes.js'

type ListContext = Pick<Context, 'config' | 'now'>

const unitsPerCent = 10_000n
const maxTimeoutSeconds = 300
const everyShop = { q: null, categories: null, keywords: null }

/**
 * Lists what x402 payments can buy: developer plans, if the platform has a wallet, then orders at each listed shop. A
 * chain whose USDC has no signatures has none.
 */
export async function listResources(
  ctx: ListContext,
  { directory, limit, offset }: { directory: ShopDirectory; limit: number; offset: number },
) {
  if (!findToken(ctx.config.chainId, 'USDC')?.domain) return { items: [], total: 0 }

  const offers = describePlans(ctx)
  const shown = offers.slice(offset, offset + limit)
  const { shops, total } = (await directory.get()).find({
    filter: everyShop,
    offset: Math.max(0, offset - offers.length),
    limit: limit - shown.length,
  })
  return {
    items: [...shown, ...shops.map((shop) => describeShop(ctx, shop))],
    total: offers.length + total,
  }
}

function describePlans(ctx: ListContext) {
  const { platformWallet } = ctx.config
  if (!platformWallet) return []
  const terms = { payTo: knownAddress(platformWallet), units: plans.pro.priceCents * unitsPerCent }
  const metadata = {
    method: 'POST',
    description: 'A developer key on the pro plan for 30 days',
    input: exampleBody('subscribe'),
  }
  return [describeResource(ctx, 'subscribe', terms, metadata)]
}

/** The recipient is the zero address, to which USDC cannot be sent: each order has a deposit address of its own. */
function describeShop(ctx: ListContext, shop: DirectoryShop) {
  const { slug, name, description, categories, keywords } = shop
  const items = `${ctx.config.baseUrl}/api/directory/shops/${slug}/items`
  const terms = { payTo: nativeToken, units: paidRoutes.orders.minUnits }
  const input = { ...exampleBody('orders'), shopSlug: slug }
  const metadata = { method: 'POST', provider: name, description, categories, keywords, items }
  return describeResource(ctx, 'orders', terms, { ...metadata, input })
}

function describeResource(
  { config, now }: ListContext,
  route: PaidRoute,
  { payTo, units }: { payTo: Address; units: bigint },
  metadata: Record<string, unknown>,
) {
  const token = findToken(config.chainId, 'USDC')
  return {
    resource: config.baseUrl + paidRoutes[route].path,
    type: 'http' as const,
    x402Version: 2 as const,
    accepts: [
      {
        scheme: 'exact',
        network: `eip155:${config.chainId}`,
        amount: String(units),
        asset: checksumAddress(token?.address ?? nativeToken),
        payTo: checksumAddress(payTo),
        maxTimeoutSeconds,
        extra: { ...token?.domain },
      },
    ],
    lastUpdated: toUnixSeconds(now()),
    metadata,
  }
}
