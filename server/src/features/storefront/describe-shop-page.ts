import type { ItemCard, ShopView } from '@tallystick/web/shop'
import type { FastifyRequest } from 'fastify'
import type { Ppm } from '../../lib/money.js'
import { splitWords } from '../../lib/search/fold-text.js'
import type { Context } from '../../platform/context.js'
import { readShopItemsQuery } from '../directory/read-shop-items-query.js'
import type { Item } from '../inventory/item.js'
import { listItems } from '../inventory/list-items.js'
import { listShopCategories } from '../inventory/list-shop-items.js'
import type { Catalogs } from '../inventory/search/catalogs.js'
import { coverOf, describeCard, describeFrame } from './describe-shop.js'
import type { OpenedShop } from './open-shop.js'
import type { ShopPageQuery } from './schemas.js'

const itemsPerPage = 24
/** Longer texts of a link are cut instead of refused: a page is better than an error. */
const maxSearch = 100
const maxWords = 8

type Input = {
  catalogs: Catalogs
  shop: OpenedShop
  request: FastifyRequest
  query: ShopPageQuery
}

/** Returns what the page of a shop shows: one page of the items that match. */
export async function describeShopPage(
  ctx: Pick<Context, 'db' | 'now' | 'config'>,
  { catalogs, shop, request, query }: Input,
): Promise<ShopView> {
  const { config, merchant } = shop
  const q = config.layout.showSearch ? readSearch(query.q) : ''
  const category = config.layout.showCategories ? (query.category ?? '') : ''
  const itemQuery = readShopItemsQuery({
    q,
    category,
    page: readPageNumber(query.page),
    limit: String(itemsPerPage),
  })
  const [frame, listed, categories] = await Promise.all([
    describeFrame(ctx, { shop, request }),
    listItems(ctx, { catalogs, merchant, query: itemQuery }),
    config.layout.showCategories ? listShopCategories(ctx, { catalogs, merchant }) : [],
  ])
  const { items, page, usdPerEuro } = listed
  return {
    ...frame,
    tagline: config.storefront.tagline,
    description: config.description,
    cover: coverOf(ctx.config, config.theme.coverPhotoUrl),
    layout: config.layout,
    categories,
    query: { q, category },
    items: groupVariants(items, usdPerEuro),
    page: page.page,
    totalPages: page.totalPages,
    total: page.total,
  }
}

/** Reads search words of a link, cut to what the search accepts. */
export function readSearch(q = ''): string {
  const text = [...q].slice(0, maxSearch).join('').trim()
  const words = splitWords(text)
  return words.length > maxWords ? words.slice(0, maxWords).join(' ') : text
}

/** Reads a page number of a link. Anything else is the first page. */
export function readPageNumber(page = ''): string {
  return /^[1-9]\d{0,5}$/.test(page) ? page : '1'
}

/** Returns one card for the variants of a product on this page, which leads to one in stock. */
function groupVariants(items: readonly Item[], usdPerEuro: Ppm | null): ItemCard[] {
  const products = new Map<string, Item[]>()
  for (const item of items) {
    const product = item.parentSku ?? item.sku
    products.set(product, [...(products.get(product) ?? []), item])
  }
  return [...products.values()].flatMap((variants) => {
    const cards = variants.map((item) => describeCard(item, usdPerEuro))
    const shown = cards.find(({ inStock }) => inStock) ?? cards[0]
    if (!shown || cards.length === 1) return shown ?? []
    const prices = cards.flatMap(({ price }) => price ?? [])
    const isAlike = new Set(prices.map(({ currency }) => currency)).size === 1
    const [lowest = null] = prices.toSorted((a, b) => a.amount - b.amount)
    const isFrom = isAlike && prices.some(({ amount }) => amount !== lowest?.amount)
    return { ...shown, price: isAlike ? lowest : shown.price, isFrom, hasVariants: true }
  })
}
