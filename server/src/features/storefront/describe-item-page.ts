import type { ItemView } from '@tallystick/web/shop'
import type { FastifyRequest } from 'fastify'
import type { Ppm } from '../../lib/money.js'
import type { Context } from '../../platform/context.js'
import type { Item } from '../inventory/item.js'
import { listShopItems, listShopVariants } from '../inventory/list-shop-items.js'
import { describeCard, describeFrame, picturesOf, priceOf, tokensFor } from './describe-shop.js'
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
  const [frame, variants] = await Promise.all([
    describeFrame(ctx, { shop, request }),
    listShopVariants(ctx, item),
  ])
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
    options: describeOptions(item, { variants, usdPerEuro }),
    tokens: tokensFor(config, priceOf(item, usdPerEuro)),
    acceptsCard: ctx.config.onrampProvider !== 'none',
  }
}

/**
 * Returns the choices of each option. A choice leads to the variant that differs from this item in
 * that option only, or else to the first with that value.
 */
function describeOptions(
  item: Item,
  { variants, usdPerEuro }: { variants: readonly Item[]; usdPerEuro: Ppm | null },
): ItemView['options'] {
  const names = [...new Set(variants.flatMap(({ options }) => Object.keys(options)))]
  const own = priceOf(item, usdPerEuro)
  return names.map((name) => {
    const values = [...new Set(variants.flatMap(({ options }) => options[name] ?? []))]
    const choices = values.flatMap((label) => {
      const having = variants.filter(({ options }) => options[name] === label)
      const [variant] = having.toSorted((a, b) => countShared(b, item) - countShared(a, item))
      if (!variant) return []
      const { sku, inStock } = describeCard(variant, usdPerEuro)
      const price = priceOf(variant, usdPerEuro)
      const isSame = price?.amount === own?.amount && price?.currency === own?.currency
      const isChosen = item.options[name] === label
      return [{ sku, label, price: isSame ? null : price, inStock, isChosen }]
    })
    return { name, choices }
  })
}

function countShared({ options }: Item, item: Item): number {
  return Object.entries(item.options).filter(([name, value]) => options[name] === value).length
}
