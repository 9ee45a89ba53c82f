import type { Address } from '../../lib/hex.js'
import { createCategoryCounts } from '../../lib/search/category-counts.js'
import type { CompareSlots } from '../../lib/search/merge-order.js'
import { createSlotOrder } from '../../lib/search/slot-order.js'
import type { ShownShop } from '../shop/list-shops.js'
import { rateShops, readRankedPage } from './rate-shops.js'
import type { ShopQuery } from './read-shop-query.js'
import type { DirectoryShop } from './schemas.js'
import { createShopColumns, type ShopColumns } from './shop-columns.js'

export type ShopIndex = ReturnType<typeof createShopIndex>

/**
 * Creates an empty index. A changed shop gets a new slot and the old slot is ignored, so columns
 * are append-only. An index with mostly unused slots is rebuilt.
 */
export function createShopIndex() {
  const columns = createShopColumns()
  const order = createSlotOrder(byName(columns))
  const slotOf = new Map<Address, number>()
  const slotOfSlug = new Map<string, number>()
  const categories = createCategoryCounts({ maxListed: 12 })
  /** Of the shops that list any. Most list none. */
  const embedOrigins = new Map<Address, readonly string[]>()

  function release({ merchant }: ShownShop): number[] {
    const slot = slotOf.get(merchant)
    if (slot === undefined) return []

    slotOf.delete(merchant)
    embedOrigins.delete(merchant)
    // During the initial load, a slug that moves may be seen at both shops. The other shop keeps
    // it.
    categories.remove(columns.shops[slot]?.categories ?? [])
    const slug = columns.shops[slot]?.slug ?? ''
    if (slotOfSlug.get(slug) === slot) slotOfSlug.delete(slug)
    return [slot]
  }

  function add(shownShop: ShownShop): number[] {
    const shop = describeShop(shownShop)
    if (!shop) return []

    const slot = columns.add(shownShop.merchant, shop)
    slotOf.set(shownShop.merchant, slot)
    slotOfSlug.set(shop.slug, slot)
    categories.add(shop.categories)
    const origins = shownShop.settings.publicOrders.embedOrigins
    if (origins.length > 0) embedOrigins.set(shownShop.merchant, origins)
    return [slot]
  }

  return {
    /** Applies changes. Shops that are no longer listed are removed. */
    apply(changed: readonly ShownShop[]) {
      // Release all first: one shop may have taken the slug of another.
      const leaving = changed.flatMap(release)
      const joining = changed.flatMap(add)
      order.change({ leaving, joining })
    },

    /** Returns one page of matches, best first, and the number of all matches. */
    find({ filter, offset, limit }: ShopQuery) {
      const ratings = rateShops(columns, filter)
      const { page, total } = readRankedPage(order.slots(), { ratings, offset, limit })
      return { shops: page.map((slot) => columns.shops[slot] as DirectoryShop), total }
    },

    /** Returns the categories with the most shops, the largest first. */
    listCategories: categories.list,

    /** Returns the number of listed shops. */
    size: () => slotOf.size,

    /** Returns the merchant whose listed shop has the slug, or null. */
    findMerchant(slug: string): Address | null {
      const slot = slotOfSlug.get(slug)
      return slot === undefined ? null : (columns.merchants[slot] ?? null)
    },

    /** Returns the slug of a merchant's listed shop, or null. */
    findSlug(merchant: Address): string | null {
      const slot = slotOf.get(merchant)
      return slot === undefined ? null : (columns.shops[slot]?.slug ?? null)
    },

    /** Returns whether a merchant's listed shop lets pages of an origin order. */
    hasEmbedOrigin: (merchant: Address, origin: string) =>
      embedOrigins.get(merchant)?.includes(origin) === true,

    /** Returns whether a rebuilt index would be about half as large. */
    needsRebuild: () => columns.size() > 2 * slotOf.size + 10_000,
  }
}

/** Returns the public fields of a shop, or null if it is unlisted or its merchant suspended. */
export function describeShop({ settings, isSuspended }: ShownShop): DirectoryShop | null {
  const { listed, name, slug, description, categories, keywords, industryPack, theme } = settings
  const { isOpen } = settings.storefront
  if (!listed || isSuspended || name === '' || slug === '') return null

  const { brandLogoUrl, coverPhotoUrl } = theme
  return {
    name,
    slug,
    description,
    categories,
    keywords,
    industryPack,
    isOpen,
    theme: { brandLogoUrl, coverPhotoUrl },
  }
}

function byName({ names, shops }: ShopColumns): CompareSlots {
  return (a, b) => {
    const [name, otherName] = [names[a] as string, names[b] as string]
    if (name !== otherName) return name < otherName ? -1 : 1
    const [slug = '', otherSlug = ''] = [shops[a]?.slug, shops[b]?.slug]
    if (slug !== otherSlug) return slug < otherSlug ? -1 : 1
    return a - b
  }
}
