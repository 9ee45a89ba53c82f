import type { Address } from '../../../lib/hex.js'
import type { Ppm } from '../../../lib/money.js'
import type { Context } from '../../../platform/context.js'
import { describeCatalogItem } from '../../inventory/describe-item.js'
import type { Item } from '../../inventory/item.js'
import { listItems } from '../../inventory/list-items.js'
import type { Catalogs } from '../../inventory/search/catalogs.js'
import { withImageUrls } from '../../inventory/show-images.js'
import { readShopItemsQuery } from '../read-shop-items-query.js'
import type { FeedProduct, FeedQuery, ProductFeed } from './schemas.js'

const maxAdditionalImages = 10

/**
 * Returns a page of a shop's product feed.
 *
 * @throws {AppError} `invalid_input`.
 */
export async function listFeed(
  ctx: Pick<Context, 'db' | 'now' | 'config'>,
  input: { catalogs: Catalogs; merchant: Address; slug: string; query: FeedQuery },
): Promise<ProductFeed> {
  const { catalogs, merchant, slug } = input
  const { page, limit } = input.query
  const query = readShopItemsQuery({
    limit: limit || '200',
    sort: 'sku',
    order: 'asc',
    ...(page ? { page } : {}),
  })
  const { items, usdPerEuro, page: place } = await listItems(ctx, { catalogs, merchant, query })
  const itemsUrl = `${ctx.config.baseUrl}/api/directory/shops/${slug}/items`
  return {
    ok: true,
    products: items.map((item) =>
      describeProduct(withImageUrls(ctx.config, item), usdPerEuro, itemsUrl),
    ),
    ...place,
  }
}

function describeProduct(listed: Item, usdPerEuro: Ppm | null, itemsUrl: string): FeedProduct {
  const item = describeCatalogItem(listed, usdPerEuro)
  const { sku, name, description, category } = item
  const [image, ...more] = item.images.filter((url) => url.startsWith('https://'))
  return {
    id: sku,
    title: name,
    description,
    link: `${itemsUrl}?q=${encodeURIComponent(sku)}`,
    price: priceOf(item),
    availability: item.inStock ? 'in_stock' : 'out_of_stock',
    ...(category === '' ? {} : { product_type: category }),
    ...(image ? { image_link: image } : {}),
    ...(more.length > 0 ? { additional_image_link: more.slice(0, maxAdditionalImages) } : {}),
  }
}

/** Returns the price in dollars, or in the item's currency while no rate is known. */
function priceOf({ priceUsd, price, currency }: ReturnType<typeof describeCatalogItem>): string {
  return priceUsd === undefined
    ? `${(price ?? 0).toFixed(2)} ${currency ?? 'USD'}`
    : `${priceUsd.toFixed(2)} USD`
}
