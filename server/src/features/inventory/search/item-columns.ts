import { applyRate, type Cents, type Ppm } from '../../../lib/money.js'
import { createExactIndex } from '../../../lib/search/exact-index.js'
import { foldText, splitWords } from '../../../lib/search/fold-text.js'
import { growingArray, push } from '../../../lib/search/growing-array.js'
import { createPartIndex } from '../../../lib/search/part-index.js'
import { followsRate, type Item, isLowOnStock } from '../item.js'

/** The fields of an item that the index uses. */
export type IndexedItem = Pick<
  Item,
  | 'id'
  | 'sku'
  | 'name'
  | 'description'
  | 'category'
  | 'tags'
  | 'industryPack'
  | 'priceUsdCents'
  | 'priceCents'
  | 'currency'
  | 'taxable'
  | 'parentSku'
  | 'active'
  | 'stockQty'
  | 'lowStockQty'
  | 'updatedAt'
> & {
  /** The size of its texts on a page of items. */
  pageBytes: number
}

/** The measured size of a slot without its words. */
const slotBytes = 556

/**
 * Real catalogs of 20,000 items have a tenth of these words. They bound the memory and the time of
 * a search, whatever a merchant writes. Every item has room for its SKU and a word of its own.
 */
const wordLimits = { maxTerms: 300_000, termsPerDocument: 2, maxEntries: 10_000_000 }

/** Sorts a product before its variants, and both before SKUs that are longer than its own. */
const productEnd = '\u0001'

/** Distinct tags, categories and packs. */
const groupLimits = { maxTerms: 100_000 }

export type ItemColumns = ReturnType<typeof createItemColumns>

/** Creates columns with one entry per slot. Doubles hold cents and quantities exactly. */
export function createItemColumns() {
  const column = () => growingArray(new Float64Array())
  const columns = {
    ids: [] as string[],
    /** Folded for sorting. */
    names: [] as string[],
    skus: [] as string[],
    /** The SKUs of products, each followed by those of its variants. */
    products: [] as string[],
    /** Exact, because SKUs are. */
    parents: [] as (string | null)[],
    /** The category of an item for sale, or "". */
    shelves: [] as string[],
    usdCents: column(),
    stocks: column(),
    times: column(),
    pageBytes: column(),
    /** 1 for yes, 0 for no. */
    taxable: column(),
    active: column(),
    inStock: column(),
    lowStock: column(),
    words: createPartIndex(wordLimits),
    tags: createExactIndex(groupLimits),
    categories: createExactIndex(groupLimits),
    packs: createExactIndex(groupLimits),
  }

  return {
    ...columns,
    size: () => columns.ids.length,
    /** Returns the approximate size in bytes. */
    weight() {
      const { words, tags, categories, packs, ids } = columns
      const terms = [words, tags, categories, packs].reduce((sum, index) => sum + index.weight(), 0)
      return terms + ids.length * slotBytes
    },
    /** Adds an item and returns its slot. */
    add(item: IndexedItem, usdPerEuro: Ppm | null): number {
      const slot = columns.ids.length
      columns.ids.push(item.id)
      columns.names.push(foldText(item.name))
      const sku = foldText(item.sku)
      columns.skus.push(sku)
      columns.products.push(
        item.parentSku === null ? sku : `${foldText(item.parentSku)}${productEnd}${sku}`,
      )
      columns.parents.push(item.parentSku)
      columns.shelves.push(item.active ? item.category : '')
      push(columns.usdCents, dollarsOf(item, usdPerEuro))
      push(columns.stocks, item.stockQty)
      push(columns.times, item.updatedAt)
      push(columns.pageBytes, item.pageBytes)
      push(columns.taxable, Number(item.taxable))
      push(columns.active, Number(item.active))
      push(columns.inStock, Number(item.stockQty !== 0))
      push(columns.lowStock, Number(isLowOnStock(item)))

      // The description comes last, because it is the first to be left out.
      const texts = [item.sku, item.name, item.category, ...item.tags]
      if (columns.words.hasRoomForText()) texts.push(item.description)
      columns.words.add(new Set(splitWords(texts.join(' '))))
      columns.tags.add(slot, item.tags.map(foldText))
      columns.categories.add(slot, [foldText(item.category)])
      columns.packs.add(slot, [foldText(item.industryPack)])
      return slot
    },
  }
}

/** Returns the euro price of an item whose dollar price follows the exchange rate, or null. */
export function eurosOf(item: IndexedItem): Cents | null {
  return followsRate(item) ? item.priceCents : null
}

/** Converts euro cents to dollar cents. Infinity when no rate is known. */
export function dollarsForEuros(euroCents: Cents, usdPerEuro: Ppm | null): number {
  return usdPerEuro === null ? Number.POSITIVE_INFINITY : Number(applyRate(euroCents, usdPerEuro))
}

function dollarsOf(item: IndexedItem, usdPerEuro: Ppm | null): number {
  const euroCents = eurosOf(item)
  if (euroCents !== null) return dollarsForEuros(euroCents, usdPerEuro)
  return Number(item.priceUsdCents ?? item.priceCents)
}
