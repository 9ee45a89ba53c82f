import fc from 'fast-check'
import { applyRate, cents, type Ppm, ppm } from '../../../lib/money.js'
import { foldText } from '../../../lib/search/fold-text.js'
import { unixMs } from '../../../lib/time.js'
import { createCatalogueIndex } from './catalogue-index.js'
import type { IndexedItem } from './item-columns.js'
import { type ItemFilter, type ItemQuery, sortKeys } from './item-query.js'

/** What the index does, the way one would write it down to understand it. */
export function findPlainly(
  items: readonly IndexedItem[],
  { query, usdPerEuro }: { query: ItemQuery; usdPerEuro: Ppm | null },
): { ids: string[]; total: number } {
  const { filter, sort, order, offset, limit } = query
  const found = items
    .filter((item) => passes(item, filter, dollars(item, usdPerEuro)))
    .sort((a, b) => {
      const [one, other] = [keyOf(a, sort, usdPerEuro), keyOf(b, sort, usdPerEuro)]
      if (one !== other) return one < other ? -1 : 1
      return a.id < b.id ? -1 : 1
    })
  if (order === 'desc') found.reverse()
  return { ids: found.slice(offset, offset + limit).map(({ id }) => id), total: found.length }
}

function passes(item: IndexedItem, filter: ItemFilter, usdCents: number): boolean {
  const { q, category, pack, tags, taxable, stock, minUsdCents, maxUsdCents } = filter
  const texts = [item.sku, item.name, item.description, item.category, ...item.tags].map(foldText)
  const own = item.tags.map(foldText)
  const has = (tag: string) => own.includes(foldText(tag))
  const words = q === null ? [] : foldText(q).split(/\s+/).filter(Boolean)
  const isUnsayable = q !== null && q.trim() !== '' && words.length === 0

  return (
    !isUnsayable &&
    words.every((word) => texts.some((text) => text.includes(word))) &&
    (category === null || foldText(item.category) === foldText(category)) &&
    (pack === null || foldText(item.industryPack) === foldText(pack)) &&
    (tags === null || (tags.mode === 'any' ? tags.names.some(has) : tags.names.every(has))) &&
    (taxable === null || item.taxable === taxable) &&
    (stock === null || (stock === 'in' ? item.stockQty !== 0 : item.stockQty === 0)) &&
    (minUsdCents === null || usdCents >= minUsdCents) &&
    (maxUsdCents === null || usdCents <= maxUsdCents) &&
    (!filter.onlyActive || item.active)
  )
}

function keyOf(item: IndexedItem, sort: ItemQuery['sort'], usdPerEuro: Ppm | null) {
  if (sort === 'priceUsd') return dollars(item, usdPerEuro)
  return sort === 'name' || sort === 'sku' ? foldText(item[sort]) : item[sort]
}

function dollars(item: IndexedItem, usdPerEuro: Ppm | null): number {
  if (item.priceUsdCents !== null) return Number(item.priceUsdCents)
  if (item.priceCents === null) throw new Error('an item without a price')
  if (item.currency === 'USD') return Number(item.priceCents)
  return usdPerEuro === null
    ? Number.POSITIVE_INFINITY
    : Number(applyRate(item.priceCents, usdPerEuro))
}

// Few different values, so that ties and matches are common, and some that break careless queries.
const word = fc.constantFrom(
  'mug',
  'Mug',
  'blue',
  'Blüte',
  'a',
  '50%',
  '_',
  "o'clock",
  '\\',
  'crème',
  '"x"',
)
const text = fc.array(word, { maxLength: 4 }).map((words) => words.join(' '))
const tag = fc.constantFrom('hot', 'Hot', 'cold', 'new', '100%')
const place = fc.constantFrom('drinks', 'Drinks', 'food', '')
const pack = fc.constantFrom('retail', 'restaurant', '')
const amount = fc.integer({ min: 0, max: 6 }).map((value) => cents(BigInt(value * 50)))

const prices = fc.oneof(
  amount.map((priceUsdCents) => ({ priceUsdCents, priceCents: null, currency: null })),
  amount.map((priceCents) => ({ priceUsdCents: null, priceCents, currency: 'USD' as const })),
  amount.map((priceCents) => ({ priceUsdCents: null, priceCents, currency: 'EUR' as const })),
  fc.record({ priceUsdCents: amount, priceCents: amount, currency: fc.constant('EUR' as const) }),
)

export const anItem: fc.Arbitrary<IndexedItem> = fc
  .record({
    id: fc.integer({ min: 0, max: 40 }).map((value) => `itm_${value}`),
    sku: fc.constantFrom('A-1', 'a-1', 'B-2', 'C%', 'D_4'),
    name: text,
    description: text,
    category: place,
    tags: fc.uniqueArray(tag, { maxLength: 3 }),
    industryPack: pack,
    prices,
    taxable: fc.boolean(),
    active: fc.boolean(),
    stockQty: fc.integer({ min: -1, max: 3 }),
    imageBytes: fc.integer({ min: 0, max: 9 }),
    updatedAt: fc.integer({ min: 0, max: 5 }).map((value) => unixMs(value)),
  })
  .map(({ prices: chosen, ...item }) => ({ ...item, ...chosen }))

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null })
const bound = fc.integer({ min: -50, max: 350 })

const aQuery: fc.Arbitrary<ItemQuery> = fc.record({
  filter: fc.record({
    q: maybe(
      fc.oneof(text, fc.constantFrom('u', 'mu', 'UE', ' ', '\u0301', 'ü e', '%', 'mug mug')),
    ),
    category: maybe(fc.constantFrom('drinks', 'DRINKS', 'drink', '%', 'food')),
    taxable: maybe(fc.boolean()),
    stock: maybe(fc.constantFrom('in' as const, 'out' as const)),
    minUsdCents: maybe(bound),
    maxUsdCents: maybe(bound),
    tags: maybe(
      fc.record({
        names: fc.array(fc.constantFrom('hot', 'COLD', 'new', 'ho', '100%'), {
          minLength: 1,
          maxLength: 3,
        }),
        mode: fc.constantFrom('any' as const, 'all' as const),
      }),
    ),
    pack: maybe(fc.constantFrom('retail', 'Restaurant', 'x')),
    onlyActive: fc.boolean(),
  }),
  sort: fc.constantFrom(...sortKeys),
  order: fc.constantFrom('asc' as const, 'desc' as const),
  offset: fc.integer({ min: 0, max: 12 }),
  limit: fc.integer({ min: 1, max: 8 }),
})

/** What happens to a catalogue: items come and change, others go, the rate moves. */
const step = fc.record({
  changed: fc.uniqueArray(anItem, { maxLength: 12, selector: ({ id }) => id }),
  deleted: fc.array(
    fc.integer({ min: 0, max: 40 }).map((value) => `itm_${value}`),
    { maxLength: 3 },
  ),
  usdPerEuro: maybe(fc.constantFrom(500_000n, 1_080_000n, 1_100_000n).map(ppm)),
})

/** After any history the index finds what a plain search through the items finds. */
export const indexProperty = fc.property(
  fc.array(step, { minLength: 1, maxLength: 5 }),
  fc.array(aQuery, { minLength: 1, maxLength: 8 }),
  (steps, queries) => {
    const index = createCatalogueIndex()
    const items = new Map<string, IndexedItem>()
    const gone = new Set<string>()

    for (const { changed: given, deleted, usdPerEuro } of steps) {
      // An id that is gone never comes back.
      const changed = given.filter(({ id }) => !gone.has(id))
      index.apply({ changed, deleted })
      index.reprice(usdPerEuro)
      for (const item of changed) items.set(item.id, item)
      for (const id of deleted) items.delete(id)
      for (const id of deleted) gone.add(id)

      for (const query of queries) {
        const { ids, total } = index.find(query)
        const plain = findPlainly([...items.values()], { query, usdPerEuro })
        if (total !== plain.total || ids.join() !== plain.ids.join()) {
          throw new Error(`found ${total}: ${ids}, but there are ${plain.total}: ${plain.ids}`)
        }
      }
    }
  },
)
