import { formatQuery } from '../format-query.js'
import type { components } from '../generated/api.js'
import { byPage } from '../paginate.js'
import type { SendRequest } from '../request.js'

type Schemas = components['schemas']

/** An item of the merchant's catalog. */
export type InventoryItem = Schemas['InventoryItem']

/** A page of catalog items. */
export type InventoryPage = Schemas['InventoryPage']

/**
 * The fields of an item to create or update. A new item requires `sku`, `name`, and `priceUsd` or
 * `price`.
 */
export type UpsertItem = Schemas['UpsertItemBody']

/** The item after an upsert, and whether it is new. */
export type UpsertedItem = Schemas['UpsertedItem']

/** Whether the item existed. */
export type DeletedItem = Schemas['DeletedItem']

/** Filters for a list of items. Omitted fields do not filter. */
export type ItemQuery = {
  /** Words that must each match the name, SKU, description, category or a tag. */
  q?: string | undefined
  category?: string | undefined
  taxable?: boolean | undefined
  /** `low`: at or below `lowStockQty`. */
  stock?: 'in' | 'out' | 'low' | undefined
  /** In dollars. */
  priceMin?: number | undefined
  /** In dollars. */
  priceMax?: number | undefined
  tags?: readonly string[] | undefined
  /** Whether an item needs any or all of `tags`. Default `any`. */
  tagsMode?: 'any' | 'all' | undefined
  pack?: string | undefined
  /** The variants of one product. */
  parentSku?: string | undefined
  sort?: 'name' | 'sku' | 'priceUsd' | 'stockQty' | 'updatedAt' | undefined
  order?: 'asc' | 'desc' | undefined
  /** 1 to 200, default 50. */
  limit?: number | undefined
  /** The first page is 1. */
  page?: number | undefined
}

/**
 * Items of the merchant's catalog.
 *
 * @example
 * const { items, total } = await client.inventory.list({ q: 'mug', stock: 'in' })
 */
export type InventoryResource = {
  /** Returns a page of items that match the query. Requires the scope `inventory:read`. */
  list(query?: ItemQuery): Promise<InventoryPage>
  /**
   * Returns all items that match. Requests further pages while you iterate. Requires the scope
   * `inventory:read`.
   */
  listAll(query?: ItemQuery): AsyncGenerator<InventoryItem, void, undefined>
  /**
   * Creates an item, or updates the item with the same SKU. Requires the scope `inventory:write`.
   *
   * @example
   * await client.inventory.upsert({ sku: 'MUG-1', name: 'Mug', priceUsd: 12.5 })
   */
  upsert(item: UpsertItem): Promise<UpsertedItem>
  /** Deletes an item by id. Requires the scope `inventory:write`. */
  delete(id: string): Promise<DeletedItem>
}

/** Creates the inventory calls on top of `request`. */
export function createInventoryResource(request: SendRequest): InventoryResource {
  const list = (query: ItemQuery = {}) =>
    request<InventoryPage>({ method: 'GET', path: `/api/inventory${formatQuery(query)}` })

  return {
    list,
    listAll: (query = {}) =>
      byPage(
        (page) => list({ ...query, page }),
        ({ items }) => items,
        query.page,
      ),
    upsert: (item) => request<UpsertedItem>({ method: 'POST', path: '/api/inventory', body: item }),
    delete: (id) =>
      request<DeletedItem>({ method: 'DELETE', path: `/api/inventory${formatQuery({ id })}` }),
  }
}
