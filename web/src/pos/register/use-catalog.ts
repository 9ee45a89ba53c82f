import { useEffect, useState } from 'preact/hooks'
import type { Currency } from '../sale/cart.js'
import { toCents } from '../sale/quote.js'
import type { Outcome, PosApi } from '../session/pos-api.js'
import type { Register } from '../session/use-session.js'

type WireItem = {
  id: string
  sku: string
  name: string
  category: string
  tags: string[]
  price?: number
  currency?: Currency
  priceUsd?: number
  stockQty: number
  reservedQty: number
  images: string[]
  attributes: Record<string, unknown>
  active?: boolean
  parentSku?: string | null
  options?: Record<string, string>
}

/** An item as the register shows it. */
export type Item = {
  id: string
  sku: string
  name: string
  category: string
  words: string
  barcodes: readonly string[]
  /** Prices in cents by currency. */
  prices: Partial<Record<Currency, number>>
  isSoldOut: boolean
  image: string | null
  parentSku: string | null
  options: readonly string[]
}

export type Catalog = { items: readonly Item[] | null; hasFailed: boolean; currencies: Currency[] }

const pageSize = 200
const maxPages = 25
const refreshMs = 5 * 60_000

/** Loads the items of a register, again every few minutes and after a lost connection. */
export function useCatalog(
  api: PosApi,
  { register, isOnline }: { register: Register; isOnline: boolean },
): Catalog {
  const [catalog, setCatalog] = useState<Catalog>({
    items: null,
    hasFailed: false,
    currencies: ['USD'],
  })
  useEffect(() => {
    if (!isOnline) return
    let isActive = true
    const load = async () => {
      const [items, shop] = await Promise.all([
        loadItems(api, register),
        api.get<{ config: { pricing: { acceptedCurrencies: Currency[] } } }>('/api/shop/config'),
      ])
      if (!isActive) return
      setCatalog((before) => ({
        items: items ?? before.items,
        hasFailed: items === null,
        currencies: shop.ok ? shop.body.config.pricing.acceptedCurrencies : before.currencies,
      }))
    }
    void load()
    const timer = setInterval(load, refreshMs)
    return () => {
      isActive = false
      clearInterval(timer)
    }
  }, [isOnline, register.id])
  return catalog
}

async function loadItems(api: PosApi, { items: shown }: Register): Promise<Item[] | null> {
  const found: WireItem[] = []
  for (let page = 1; page <= maxPages; page += 1) {
    const path = `/api/inventory?sort=name&order=asc&limit=${pageSize}&page=${page}`
    const listed: Outcome<{ items: WireItem[]; hasMore: boolean }> = await api.get(path)
    if (!listed.ok) return null
    found.push(...listed.body.items)
    if (!listed.body.hasMore) break
  }
  const items = found.filter(({ active = true }) => active).map(readItem)
  if (shown === null) return items
  // In the order in which the merchant lists them. A parent brings its variants along.
  return shown.flatMap((sku) => items.filter((item) => item.sku === sku || item.parentSku === sku))
}

function readItem(item: WireItem): Item {
  const { id, sku, name, category, tags, attributes, stockQty, reservedQty, images } = item
  const prices: Item['prices'] = {}
  if (item.priceUsd !== undefined) prices.USD = toCents(item.priceUsd)
  if (item.price !== undefined && item.currency) prices[item.currency] = toCents(item.price)
  const codes = [attributes['barcode'], attributes['gtin'], attributes['ean']]
  return {
    id,
    sku,
    name,
    category,
    words: [name, sku, category, ...tags].join(' ').toLocaleLowerCase(),
    barcodes: [sku, ...codes.filter((code) => typeof code === 'string')],
    prices,
    isSoldOut: stockQty >= 0 && stockQty - reservedQty <= 0,
    image: images[0] ?? null,
    parentSku: item.parentSku ?? null,
    options: Object.values(item.options ?? {}),
  }
}

/** Returns whether the cashier types the price: items without one are shown all the same. */
export function asksPrice({ prices }: Item): boolean {
  return Object.values(prices).every((cents) => cents === 0)
}

/** Returns what a sale shows of an item: its name, with the options of a variant. */
export function labelOf({ name, options }: Item): string {
  return [name, ...options.filter((option) => !name.includes(option))].join(', ')
}

/** Finds the item of a scanned code. */
export function findByCode(items: readonly Item[], code: string): Item | null {
  return items.find(({ barcodes }) => barcodes.includes(code)) ?? null
}

/** Lists the items of a category that have all words of a search. */
export function filterItems(
  items: readonly Item[],
  { query, category }: { query: string; category: string | null },
): Item[] {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  return items.filter(
    (item) =>
      (category === null || item.category === category) &&
      words.every((word) => item.words.includes(word)),
  )
}

export function listCategories(items: readonly Item[]): string[] {
  return [...new Set(items.map(({ category }) => category).filter(Boolean))]
}

/** Returns the price in the currency of the sale, or else in the one that the item has. */
export function priceIn(prices: Item['prices'], currency: 'USD' | 'EUR') {
  const own = prices[currency]
  if (own !== undefined) return { cents: own, currency }
  const other = currency === 'USD' ? 'EUR' : 'USD'
  return { cents: prices[other] ?? 0, currency: other } as const
}
