import { applyRate, type Cents, type Ppm } from '../../../lib/money.js'
import { createExactIndex } from '../../../lib/search/exact-index.js'
import { foldText } from '../../../lib/search/fold-text.js'
import { growingArray, push } from '../../../lib/search/growing-array.js'
import { createPartIndex } from '../../../lib/search/part-index.js'
import { splitWords } from '../../../lib/search/split-words.js'
import { followsRate, type Item } from '../item.js'

/** What is known of an item to find it. */
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
  | 'active'
  | 'stockQty'
  | 'updatedAt'
> & {
  /** How much room the images take in an answer. */
  imageBytes: number
}

/** Of a slot apart from its words: texts, numbers, and its place in every order. Measured. */
const slotBytes = 500

export type ItemColumns = ReturnType<typeof createItemColumns>

/**
 * Items by column instead of by item, an entry per slot. Numbers are doubles throughout: cents and
 * quantities are whole and far below 2^53.
 */
export function createItemColumns() {
  const column = () => growingArray(new Float64Array())
  const columns = {
    ids: [] as string[],
    /** Folded, as they are sorted. */
    names: [] as string[],
    skus: [] as string[],
    usdCents: column(),
    stocks: column(),
    times: column(),
    imageBytes: column(),
    /** 1 for yes, 0 for no. */
    taxable: column(),
    active: column(),
    inStock: column(),
    words: createPartIndex(),
    tags: createExactIndex(),
    categories: createExactIndex(),
    packs: createExactIndex(),
  }

  return {
    ...columns,
    /** How many slots there are. */
    size: () => columns.ids.length,
    /** About how many bytes they take. */
    weight() {
      const { words, tags, categories, packs, ids } = columns
      const terms = [words, tags, categories, packs].reduce((sum, one) => sum + one.weight(), 0)
      return terms + ids.length * slotBytes
    },
    /** Adds an item in the next slot and returns that. */
    add(item: IndexedItem, usdPerEuro: Ppm | null): number {
      const slot = columns.ids.length
      columns.ids.push(item.id)
      columns.names.push(foldText(item.name))
      columns.skus.push(foldText(item.sku))
      push(columns.usdCents, dollarsOf(item, usdPerEuro))
      push(columns.stocks, item.stockQty)
      push(columns.times, item.updatedAt)
      push(columns.imageBytes, item.imageBytes)
      push(columns.taxable, Number(item.taxable))
      push(columns.active, Number(item.active))
      push(columns.inStock, Number(item.stockQty !== 0))

      const texts = [item.sku, item.name, item.description, item.category, ...item.tags]
      columns.words.add(new Set(splitWords(texts.join(' '))))
      columns.tags.add(slot, item.tags.map(foldText))
      columns.categories.add(slot, [foldText(item.category)])
      columns.packs.add(slot, [foldText(item.industryPack)])
      return slot
    },
  }
}

/** The euros of an item that costs dollars only by the exchange rate. */
export function eurosOf(item: IndexedItem): Cents | null {
  return followsRate(item) ? item.priceCents : null
}

/** What euros cost in dollar cents; more than anything when nobody knows. */
export function dollarsForEuros(euroCents: Cents, usdPerEuro: Ppm | null): number {
  return usdPerEuro === null ? Number.POSITIVE_INFINITY : Number(applyRate(euroCents, usdPerEuro))
}

function dollarsOf(item: IndexedItem, usdPerEuro: Ppm | null): number {
  const euroCents = eurosOf(item)
  if (euroCents !== null) return dollarsForEuros(euroCents, usdPerEuro)
  return Number(item.priceUsdCents ?? item.priceCents)
}
