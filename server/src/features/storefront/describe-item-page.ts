import type { ItemView } from '@tallystick/web/shop'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../platform/context.js'
import { listShopItems } from '../inventory/list-shop-items.js'
import { describeCard, describeFrame, picturesOf } from './describe-shop.js'
import type { OpenedShop } from './open-shop.js'

const maxPictures = 8

type Input = { shop: OpenedShop; request: FastifyRequest; sku: string }

/** Returns what the page of an item shows, or null when the shop does not sell it. */
export async function describeItemPage(
  ctx: Pick<Context, 'db' | 'now' | 'config'>,
  { shop, request, sku }: Input,
): Promise<ItemView | null> {
  const { merchant, config } = shop
  const { bySku, usdPerEuro } = await listShopItems(ctx, { merchant, skus: [sku] })
  const item = bySku.get(sku)
  if (!item) return null
  const frame = await describeFrame(ctx, { shop, request })
  const { description, category, taxable, priceIncludesTax } = item
  return {
    ...frame,
    item: {
      ...describeCard(item, usdPerEuro),
      description,
      category,
      pictures: picturesOf(item).slice(0, maxPictures),
      includesTax: taxable ? priceIncludesTax || config.tax.priceIncludesTax : null,
    },
    options: [],
    tokens: config.payments.acceptedTokens,
    acceptsCard: ctx.config.onrampProvider !== 'none',
  }
}
