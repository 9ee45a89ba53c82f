import type { Address } from '../../lib/hex.js'
import type { CompareSlots } from '../../lib/search/merge-order.js'
import { createSlotOrder } from '../../lib/search/slot-order.js'
import type { ShownShop } from '../shop/show-shop.js'
import { rateShops } from './rate-shops.js'
import { readRankedPage } from './read-ranked-page.js'
import type { DirectoryShop } from './schemas.js'
import { createShopColumns, type ShopColumns } from './shop-columns.js'
import type { ShopQuery } from './shop-query.js'

/** The listed shops in memory. */
export type ShopIndex = ReturnType<typeof createShopIndex>

/**
 * An empty index. A shop that changes gets a new slot and its old one is never looked at again, so nothing
 * has to be taken out of the columns; an index that is mostly left-overs is thrown away and made anew.
 */
export function createShopIndex() {
  const columns = createShopColumns()
  const order = createSlotOrder(byName(columns))
  const slotOf = new Map<Address, number>()
  const slotOfSlug = new Map<string, number>()

  function release({ merchant }: ShownShop): number[] {
    const slot = slotOf.get(merchant)
    if (slot === undefined) return []

    slotOf.delete(merchant)
    // While everything is read, a slug that moves may be seen at both shops: it stays with the other one.
    const slug = columns.shops[slot]?.slug ?? ''
    if (slotOfSlug.get(slug) === slot) slotOfSlug.delete(slug)
    return [slot]
  }

  function add(given: ShownShop): number[] {
    const shop = describeShop(given)
    if (!shop) return []

    const slot = columns.add(given.merchant, shop)
    slotOf.set(given.merchant, slot)
    slotOfSlug.set(shop.slug, slot)
    return [slot]
  }

  return {
    /** Brings the index up to date. A shop that is not listed any more leaves it. */
    apply(changed: readonly ShownShop[]) {
      // All of them first: one may have taken the slug that another one gave up.
      const leaving = changed.flatMap(release)
      const joining = changed.flatMap(add)
      order.change({ leaving, joining })
    },

    /** One page of what a query finds, the best first, and how many it finds in all. */
    find({ filter, offset, limit }: ShopQuery) {
      const ratings = rateShops(columns, filter)
      const { page, total } = readRankedPage(order.slots(), { ratings, offset, limit })
      return { shops: page.map((slot) => columns.shops[slot] as DirectoryShop), total }
    },

    /** The merchant whose shop has this slug, if it is listed. */
    findMerchant(slug: string): Address | null {
      const slot = slotOfSlug.get(slug)
      return slot === undefined ? null : (columns.merchants[slot] ?? null)
    },

    /** Whether so much is left over from changes that a new index would be half as large. */
    isWorn: () => columns.size() > 2 * slotOf.size + 10_000,
  }
}

/** Returns the public fields of a shop, or null when it is not listed. */
export function describeShop({ settings }: ShownShop): DirectoryShop | null {
  const { listed, name, slug, description, categories, keywords, industryPack, theme } = settings
  if (!listed || name === '' || slug === '') return null

  const { brandLogoUrl, coverPhotoUrl } = theme
  return {
    name,
    slug,
    description,
    categories,
    keywords,
    industryPack,
    theme: { brandLogoUrl, coverPhotoUrl },
  }
}

function byName({ names, shops }: ShopColumns): CompareSlots {
  return (a, b) => {
    const [one, other] = [names[a] as string, names[b] as string]
    if (one !== other) return one < other ? -1 : 1
    const [slug = '', otherSlug = ''] = [shops[a]?.slug, shops[b]?.slug]
    if (slug !== otherSlug) return slug < otherSlug ? -1 : 1
    return a - b
  }
}
