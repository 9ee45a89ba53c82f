import type { ItemCard, Price, ShopFrameView } from '@tallystick/web/shop'
import type { FastifyRequest } from 'fastify'
import { ownOrigins } from '../../auth/own-hosts.js'
import { hashInUrl, hashOfReference, mediaUrl } from '../../lib/media-reference.js'
import type { Ppm } from '../../lib/money.js'
import type { Config } from '../../platform/config/config.js'
import type { Context } from '../../platform/context.js'
import { describeCatalogItem } from '../inventory/describe-item.js'
import type { Item } from '../inventory/item.js'
import { listShopItems } from '../inventory/list-shop-items.js'
import { type Cart, countPieces, emptyCart, readCart } from './cart.js'
import type { OpenedShop } from './open-shop.js'

type FrameInput = { shop: OpenedShop; request: FastifyRequest; cart?: Cart }

/** Returns what every page of a shop shows, with the cart of the buyer. */
export async function describeFrame(
  ctx: Pick<Context, 'db' | 'now' | 'config'>,
  { shop, request, cart = readCart(request.headers.cookie, shop.slug) }: FrameInput,
): Promise<ShopFrameView> {
  const { config, slug } = shop
  const { theme, contact, storefront } = config
  const origins = ownOrigins(ctx.config)
  const logo = hashInUrl(theme.brandLogoUrl, origins)
  const { primaryColor, secondaryColor, fontFamily } = theme
  return {
    mode: ctx.config.mode,
    slug,
    name: config.name,
    logo: logo === null ? '' : mediaUrl('', logo, 320),
    // The background belongs to receipts.
    theme: { primaryColor, secondaryColor, fontFamily, receiptBackgroundUrl: '' },
    contact,
    isOpen: storefront.isOpen,
    closedNote: storefront.closedNote,
    cart: { pieces: countPieces(cart), subtotal: await sumCart(ctx, { shop, cart }) },
    notice: readNotice(request),
    hasDirectory: hasDirectory(ctx.config),
  }
}

/** Returns whether visitors may open the list of shops. */
export function hasDirectory(config: Pick<Config, 'directoryPublic' | 'shopsPage'>): boolean {
  return config.directoryPublic && config.shopsPage === 'on'
}

/** Returns the tokens that pay an order. EURC pays orders in euros only. */
export function tokensFor(
  { payments: { acceptedTokens } }: OpenedShop['config'],
  price: Price | null,
): string[] {
  return acceptedTokens.filter((token) => token !== 'EURC' || price?.currency === 'EUR')
}

/** Returns the path of the shop's cover photo, or an empty text. */
export function coverOf(config: Pick<Config, 'baseUrl' | 'payUrl'>, url: string): string {
  const hash = hashInUrl(url, ownOrigins(config))
  return hash === null ? '' : mediaUrl('', hash, 960)
}

/** Returns an item as lists show it. */
export function describeCard(item: Item, usdPerEuro: Ppm | null): ItemCard {
  const { sku, name, inStock } = describeCatalogItem(item, usdPerEuro)
  const [picture = null] = picturesOf(item)
  const variant = Object.values(item.options).join(', ')
  const price = priceOf(item, usdPerEuro)
  return { sku, name, variant, price, isFrom: false, hasVariants: false, picture, inStock }
}

/** Returns the hashes of an item's pictures. Pictures on other hosts are not shown. */
export function picturesOf({ images }: Pick<Item, 'images'>): string[] {
  return images.flatMap((image) => hashOfReference(image) ?? [])
}

/** Returns the price of an item in its own currency, or null when no rate is known. */
export function priceOf(item: Item, usdPerEuro: Ppm | null): Price | null {
  const { price, currency, priceUsd } = describeCatalogItem(item, usdPerEuro)
  if (price !== undefined && currency !== undefined) return { amount: price, currency }
  return priceUsd === undefined ? null : { amount: priceUsd, currency: 'USD' }
}

/** Returns the total of a cart without tax and fee, or null for an empty or mixed one. */
async function sumCart(
  ctx: Pick<Context, 'db' | 'now' | 'config'>,
  { shop: { merchant }, cart }: { shop: OpenedShop; cart: Cart },
): Promise<Price | null> {
  if (cart === emptyCart || cart.entries.length === 0) return null
  const skus = cart.entries.map(({ sku }) => sku)
  const { bySku, usdPerEuro } = await listShopItems(ctx, { merchant, skus })
  const prices = cart.entries.flatMap(({ sku, qty }) => {
    const item = bySku.get(sku)
    const price = item ? priceOf(item, usdPerEuro) : null
    return price ? [{ cents: Math.round(price.amount * 100) * qty, currency: price.currency }] : []
  })
  const [first] = prices
  if (!first || prices.some(({ currency }) => currency !== first.currency)) return null
  const cents = prices.reduce((sum, price) => sum + price.cents, 0)
  return { amount: cents / 100, currency: first.currency }
}

function readNotice({ query }: FastifyRequest): ShopFrameView['notice'] {
  const { notice } = query as { notice?: unknown }
  return notice === 'added' || notice === 'full' ? notice : null
}
