import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Cents, Ppm } from '../../../lib/money.js'
import { createCategoryCounts } from '../../../lib/search/category-counts.js'
import type { CompareSlots } from '../../../lib/search/merge-order.js'
import { createSlotOrder, type SlotOrder } from '../../../lib/search/slot-order.js'
import { createItemColumns, dollarsForEuros, eurosOf, type IndexedItem } from './item-columns.js'
import type { ItemQuery, SortKey } from './item-query.js'
import { type FindText, findWords, matchItems } from './match-items.js'

/** Changed items, and the ids of deleted ones. */
export type CatalogChanges = { items: readonly IndexedItem[]; deleted: readonly string[] }

/** One merchant's items in memory, in every sort order. */
export type CatalogIndex = ReturnType<typeof createCatalogIndex>

/** Caches the matches of recent texts, so that paging searches once. */
const cachedTexts = 16

/** How long a search runs before it lets other requests run. */
const sliceMs = 10

/** How often a search starts again because the index has changed. */
const maxRestarts = 3

/**
 * Creates an empty index. A changed item gets a new slot and its old slot is abandoned, so columns
 * never shrink. An index with too many abandoned slots is rebuilt.
 */
export function createCatalogIndex() {
  const columns = createItemColumns()
  const slotOf = new Map<string, number>()
  /** The slots whose dollars follow the exchange rate. */
  const euros = new Map<number, Cents>()
  const marksOf = new Map<string, Uint8Array>()
  let usdPerEuro: Ppm | null = null
  let changes = 0
  /** Of the items for sale. */
  const categories = createCategoryCounts({ maxListed: 20 })

  const orders = createOrders(columns)

  function release(ids: ReadonlySet<string>): number[] {
    const slots = [...ids].map((id) => slotOf.get(id)).filter((slot) => slot !== undefined)
    for (const id of ids) slotOf.delete(id)
    for (const slot of slots) euros.delete(slot)
    categories.remove(slots.flatMap((slot) => columns.shelves[slot] || []))
    return slots
  }

  function add(item: IndexedItem): number {
    const slot = columns.add(item, usdPerEuro)
    const euroCents = eurosOf(item)
    if (euroCents !== null) euros.set(slot, euroCents)
    slotOf.set(item.id, slot)
    const shelf = columns.shelves[slot]
    if (shelf) categories.add([shelf])
    return slot
  }

  function remember(q: string, marks: Uint8Array): Uint8Array {
    marksOf.delete(q)
    marksOf.set(q, marks)
    const [oldest = q] = marksOf.keys()
    if (marksOf.size > cachedTexts) marksOf.delete(oldest)
    return marks
  }

  const findText: FindText = (q) => remember(q, marksOf.get(q) ?? finish(findWords(columns, q)))

  /** Searches with pauses, and returns whether the index stayed the same. */
  async function searchSlowly(q: string): Promise<boolean> {
    const before = changes
    const words = findWords(columns, q)
    let since = performance.now()
    for (let step = words.next(); ; step = words.next()) {
      if (step.done) {
        remember(q, step.value)
        return true
      }
      if (performance.now() - since < sliceMs) continue
      await nextTurn()
      if (changes !== before) return false
      since = performance.now()
    }
  }

  return {
    /** Applies changes. */
    apply({ items, deleted }: CatalogChanges) {
      if (items.length === 0 && deleted.length === 0) return
      const deletedIds = new Set(deleted)
      const leaving = release(new Set([...deleted, ...items.map(({ id }) => id)]))
      const joining = items.filter(({ id }) => !deletedIds.has(id)).map(add)
      for (const order of Object.values(orders)) order.change({ leaving, joining })
      marksOf.clear()
      changes += 1
    },

    /** Returns whether any dollar price follows the exchange rate. */
    followsRate: () => euros.size > 0,

    /** Updates the dollar prices that follow the exchange rate. */
    reprice(rate: Ppm | null) {
      if (rate === usdPerEuro) return
      usdPerEuro = rate
      for (const [slot, cents] of euros)
        columns.usdCents.values[slot] = dollarsForEuros(cents, rate)
      // In their old order, which is nearly sorted at the new rate.
      const slots = [...orders.priceUsd.slots()].filter((slot) => euros.has(slot))
      orders.priceUsd.resort(slots, columns.size())
    },

    /** Searches a text ahead of `find`, with pauses for other requests. */
    async prepare(q: string | null): Promise<void> {
      if (q === null || marksOf.has(q)) return
      for (let tries = 0; tries <= maxRestarts; tries += 1) if (await searchSlowly(q)) return
    },

    /** Returns a page of matches and the total number of matches. */
    find({ filter, sort, order, offset, limit }: ItemQuery) {
      const slots = orders[sort].slots()
      const marks = matchItems(columns, { filter, findText })
      const { page, total } = readPage(slots, {
        marks,
        isReversed: order === 'desc',
        offset,
        limit,
      })
      const ids = page.map((slot) => columns.ids[slot] as string)
      return { ids, total }
    },

    /** Returns the sizes of the largest items in bytes, the largest first. */
    listLargestSizes(limit: number): number[] {
      const slots = slice(orders.pageBytes.slots(), { isReversed: true, offset: 0, limit })
      return [...slots].map((slot) => columns.pageBytes.values[slot] as number)
    },

    /** Returns the categories with the most items for sale, the largest first. */
    listCategories: categories.list,

    size: () => slotOf.size,
    /**
     * Returns whether a rebuilt index would be half as large, or would have room for more words.
     */
    needsRebuild() {
      const maxRatio = columns.words.hasRoomForText() ? 2 : 1.25
      return columns.size() > maxRatio * slotOf.size + 10_000
    },
    /** Returns its approximate size in bytes. */
    weight: () => columns.weight(),
  }
}

function finish<Result>(steps: Generator<void, Result>): Result {
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}

type Orders = Record<SortKey | 'pageBytes', SlotOrder>

function createOrders(columns: ReturnType<typeof createItemColumns>): Orders {
  const { ids, names, skus, products, usdCents, stocks, times, pageBytes } = columns
  const byId: CompareSlots = (a, b) => ((ids[a] as string) < (ids[b] as string) ? -1 : 1)

  const byText = (texts: readonly string[]) =>
    createSlotOrder((a, b) => {
      const [first, second] = [texts[a] as string, texts[b] as string]
      return first < second ? -1 : first > second ? 1 : byId(a, b)
    })
  const byNumber = (column: { values: Float64Array }) =>
    createSlotOrder((a, b) => {
      const [first, second] = [column.values[a] as number, column.values[b] as number]
      return first < second ? -1 : first > second ? 1 : byId(a, b)
    })
  return {
    name: byText(names),
    sku: byText(skus),
    product: byText(products),
    priceUsd: byNumber(usdCents),
    stockQty: byNumber(stocks),
    updatedAt: byNumber(times),
    pageBytes: byNumber(pageBytes),
  }
}

function readPage(
  slots: Uint32Array,
  input: { marks: Uint8Array | null; isReversed: boolean; offset: number; limit: number },
): { page: number[]; total: number } {
  const { marks, isReversed, offset, limit } = input
  if (!marks) return { page: [...slice(slots, { isReversed, offset, limit })], total: slots.length }

  const page: number[] = []
  let total = 0
  for (let index = 0; index < slots.length; index += 1) {
    const slot = slots[isReversed ? slots.length - 1 - index : index] as number
    if (marks[slot] === 0) continue
    if (total >= offset && page.length < limit) page.push(slot)
    total += 1
  }
  return { page, total }
}

/** Without a filter, a page is a slice of the order. */
function slice(
  slots: Uint32Array,
  { isReversed, offset, limit }: { isReversed: boolean; offset: number; limit: number },
): Uint32Array {
  if (!isReversed) return slots.subarray(offset, offset + limit)
  const end = Math.max(0, slots.length - offset)
  return slots.slice(Math.max(0, end - limit), end).reverse()
}
