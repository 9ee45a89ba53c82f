import { formatQuery } from '../format-query.js'
import type { components } from '../generated/api.js'
import { type CreateOptions, readIdempotencyKey } from '../idempotency-key.js'
import { byOffset, byPage } from '../paginate.js'
import type { SendRequest } from '../request.js'
import type { OrderQuote } from './orders.js'
import type { Receipt } from './receipts.js'

type Schemas = components['schemas']

/** A shop in the public directory. */
export type DirectoryShop = Schemas['DirectoryShop']
/** A page of shops. */
export type DirectoryPage = Schemas['DirectoryPage']
/** A public item of a shop. */
export type CatalogItem = Schemas['CatalogItem']
/** A page of public items. */
export type CatalogPage = Schemas['CatalogPage']

/** Filters for a list of shops. */
export type DirectoryQuery = {
  /** Search words. Each must match part of the name, a keyword, a category or the description. */
  q?: string | undefined
  categories?: readonly string[] | undefined
  keywords?: readonly string[] | undefined
  /** 1 to 50, default 20. */
  limit?: number | undefined
  offset?: number | undefined
}

/** Filters for a list of public items. */
export type CatalogQuery = {
  q?: string | undefined
  category?: string | undefined
  /** In dollars. */
  priceMin?: number | undefined
  /** In dollars. */
  priceMax?: number | undefined
  tags?: readonly string[] | undefined
  tagsMode?: 'any' | 'all' | undefined
  sort?: 'name' | 'sku' | 'priceUsd' | 'updatedAt' | undefined
  order?: 'asc' | 'desc' | undefined
  /** 1 to 200, default 50. */
  limit?: number | undefined
  /** The first page is 1. */
  page?: number | undefined
}

/** An order that a buyer places without a key. */
export type NewShopOrder = Schemas['ShopOrderBody'] & {
  items: readonly { sku: string; qty: number }[]
}

/**
 * Public shops. Requires no key.
 *
 * @example
 * const { directory } = await client.directory.shops({ q: 'coffee' })
 * const { paymentUrl } = await client.directory.order('notch-and-bean', {
 *   items: [{ sku: 'COFFEE-1', qty: 1 }],
 * })
 */
export type DirectoryResource = {
  /** Returns a page of shops. */
  shops(query?: DirectoryQuery): Promise<DirectoryPage>
  /** Returns all shops that match. Requests further pages while you iterate. */
  allShops(query?: DirectoryQuery): AsyncGenerator<DirectoryShop, void, undefined>
  /** Returns a page of a shop's items. */
  items(slug: string, query?: CatalogQuery): Promise<CatalogPage>
  /** Returns all items of a shop that match. Requests further pages while you iterate. */
  allItems(slug: string, query?: CatalogQuery): AsyncGenerator<CatalogItem, void, undefined>
  /** Returns the price of an order without placing it. */
  quote(slug: string, order: NewShopOrder): Promise<OrderQuote>
  /** Places an order as a buyer. */
  order(slug: string, order: NewShopOrder, options?: CreateOptions): Promise<Receipt>
}

/** Creates the directory calls on top of `request`. */
export function createDirectoryResource(request: SendRequest): DirectoryResource {
  const path = '/api/directory/shops'
  const pathOf = (slug: string) => `${path}/${encodeURIComponent(slug)}` as const
  const shops = (query: DirectoryQuery = {}) =>
    request<DirectoryPage>({ method: 'GET', path: `${path}${formatQuery(query)}` })
  const items = (slug: string, query: CatalogQuery = {}) =>
    request<CatalogPage>({ method: 'GET', path: `${pathOf(slug)}/items${formatQuery(query)}` })

  return {
    shops,
    allShops: (query = {}) =>
      byOffset(
        (offset) => shops({ ...query, offset }),
        ({ directory }) => directory,
        query.offset,
      ),
    items,
    allItems: (slug, query = {}) =>
      byPage(
        (page) => items(slug, { ...query, page }),
        (page) => page.items,
        query.page,
      ),
    quote: async (slug, order) => {
      const { quote } = await request<{ quote: OrderQuote }>({
        method: 'POST',
        path: `${pathOf(slug)}/quote`,
        body: order,
      })
      return quote
    },
    order: async (slug, order, options = {}) => {
      const { receipt } = await request<{ receipt: Receipt }>({
        method: 'POST',
        path: `${pathOf(slug)}/orders`,
        body: order,
        idempotencyKey: readIdempotencyKey(options),
      })
      return receipt
    },
  }
}
