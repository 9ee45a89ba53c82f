import { setImmediate as nextTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  anItem,
  findPlainly,
  indexProperty,
} from '../../../../test/fixtures/item-search-reference.js'
import { cents, ppm } from '../../../lib/money.js'
import { unixMs } from '../../../lib/time.js'
import { createCatalogIndex } from './catalog-index.js'
import type { IndexedItem } from './item-columns.js'
import { type ItemFilter, type ItemQuery, sortKeys } from './item-query.js'

const everything: ItemFilter = {
  q: null,
  category: null,
  taxable: null,
  stock: null,
  minUsdCents: null,
  maxUsdCents: null,
  tags: null,
  pack: null,
  parentSku: null,
  active: null,
}

function item(fields: Partial<IndexedItem> & { id: string }): IndexedItem {
  return {
    sku: fields.id,
    name: 'Mug',
    description: '',
    category: '',
    tags: [],
    industryPack: '',
    priceUsdCents: cents(100n),
    priceCents: null,
    currency: null,
    taxable: true,
    parentSku: null,
    active: true,
    stockQty: 1,
    lowStockQty: null,
    updatedAt: unixMs(1),
    pageBytes: 0,
    ...fields,
  }
}

function indexOf(...items: IndexedItem[]) {
  const index = createCatalogIndex()
  index.apply({ items, deleted: [] })
  return index
}

function find(
  index: ReturnType<typeof createCatalogIndex>,
  { filter = {}, ...query }: Partial<Omit<ItemQuery, 'filter'>> & { filter?: Partial<ItemFilter> },
) {
  return index.find({
    sort: 'name',
    order: 'asc',
    offset: 0,
    limit: 100,
    ...query,
    filter: { ...everything, ...filter },
  })
}

describe('createCatalogIndex', () => {
  test('default', () => {
    const index = indexOf(item({ id: 'b', name: 'Beaker' }), item({ id: 'a', name: 'Ampulla' }))
    expect(find(index, {})).toEqual({ ids: ['a', 'b'], total: 2 })
  })

  test('behavior: finds the same items as a plain search after any history', {
    tags: 'slow',
  }, () => {
    fc.assert(indexProperty, { seed: 4, numRuns: 400 })
  })

  test('behavior: agrees with a plain search on every combination of filters and sorts', {
    tags: 'slow',
  }, () => {
    const items = fc.sample(fc.uniqueArray(anItem, { minLength: 30, selector: ({ id }) => id }), {
      seed: 4,
      numRuns: 1,
    })[0] as IndexedItem[]
    const index = indexOf(...items)
    const usdPerEuro = ppm(1_080_000n)
    index.reprice(usdPerEuro)

    let combinations = 0
    let foundCount = 0
    for (const query of allQueries()) {
      const plainText = findPlainly(items, { query, usdPerEuro })
      const { ids, total } = index.find(query)
      expect({ ids, total }, JSON.stringify(query)).toEqual(plainText)
      combinations += 1
      foundCount += total
    }
    expect(combinations).toBe(15_552)
    expect(foundCount).toBeGreaterThan(combinations)
  })

  test('behavior: pages without gaps or repetitions', () => {
    const items = Array.from({ length: 25 }, (_, number) =>
      item({ id: `i${number}`, name: 'Same' }),
    )
    const index = indexOf(...items)
    const pages = [0, 10, 20].map((offset) => find(index, { offset, limit: 10 }).ids)
    expect(new Set(pages.flat()).size).toBe(25)
    expect(pages.flat()).toEqual(find(index, {}).ids)
  })

  test('behavior: finds by a single letter', () => {
    const index = indexOf(item({ id: '1', name: 'Mug' }), item({ id: '2', name: 'Cup', sku: 'C' }))
    expect(find(index, { filter: { q: 'g' } }).ids).toEqual(['1'])
    expect(find(index, { filter: { q: 'z' } }).ids).toEqual([])
    expect(find(index, { filter: { q: '2' } }).ids).toEqual([])
  })

  test('behavior: limits the words of a catalog, and still finds items by SKU and name', {
    tags: 'slow',
  }, () => {
    const items = Array.from({ length: 500 }, (_, number) =>
      item({
        id: `i${number}`,
        sku: `SKU-${number}`,
        name: `Name${number}`,
        description: Array.from({ length: 900 }, (_, position) => `w${number}x${position}`).join(
          ' ',
        ),
      }),
    )
    const index = indexOf(...items)
    expect(index.weight()).toBeLessThan(60_000_000)
    expect(find(index, { filter: { q: 'w7x899' } }).ids).toEqual(['i7'])
    expect(find(index, { filter: { q: 'w499x899' } }).ids).toEqual([])
    expect(find(index, { filter: { q: 'sku-499 name499' } }).ids).toEqual(['i499'])
  })

  test('behavior: a slow search lets others run after each word, and finds changes made meanwhile', async () => {
    let now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => {
      now += 20
      return now
    })
    onTestFinished(() => void vi.restoreAllMocks())
    const index = indexOf(item({ id: '1', name: 'Blue mug' }))
    let turns = 0
    let isSearching = true
    const others = (async () => {
      for (; isSearching; turns += 1) await nextTurn()
    })()
    await index.prepare('b l u e m')
    isSearching = false
    await others
    expect(turns).toBeGreaterThanOrEqual(5)

    const prepared = index.prepare('mu ug')
    index.apply({ items: [item({ id: '2', name: 'Red mug' })], deleted: [] })
    await prepared
    expect(find(index, { filter: { q: 'mu ug' } }).ids).toEqual(['1', '2'])
  })

  test('behavior: searches a cached text again after a change', () => {
    const index = indexOf(item({ id: '1', name: 'Mug' }))
    expect(find(index, { filter: { q: 'mug' } }).total).toBe(1)
    index.apply({ items: [item({ id: '2', name: 'Mug' })], deleted: ['1'] })
    expect(find(index, { filter: { q: 'mug' } }).ids).toEqual(['2'])
  })

  test('behavior: deletes an item that is changed and deleted at once', () => {
    const index = indexOf(item({ id: '1' }))
    index.apply({ items: [item({ id: '1' }), item({ id: '2' })], deleted: ['1'] })
    expect(find(index, {}).ids).toEqual(['2'])
  })

  test('behavior: reports when it should be rebuilt', () => {
    const index = createCatalogIndex()
    for (let round = 0; round <= 10_002; round += 1) {
      index.apply({ items: [item({ id: '1' })], deleted: [] })
    }
    expect(index.needsRebuild()).toBe(true)
    expect(indexOf(item({ id: '1' })).needsRebuild()).toBe(false)
  })
})

function* allQueries(): Generator<ItemQuery> {
  for (const q of [null, 'mug', 'bl u'])
    for (const category of [null, 'drinks'])
      for (const taxable of [null, true, false])
        for (const stock of [null, 'in', 'out'] as const)
          for (const [minUsdCents, maxUsdCents] of [
            [null, null],
            [100, null],
            [null, 200],
            [100, 200],
          ] as const)
            for (const tags of [null, 'any', 'all'] as const)
              for (const pack of [null, 'retail'])
                for (const sort of sortKeys)
                  for (const order of ['asc', 'desc'] as const)
                    yield {
                      filter: {
                        ...everything,
                        q,
                        category,
                        taxable,
                        stock,
                        minUsdCents,
                        maxUsdCents,
                        pack,
                        tags: tags && { names: ['hot', 'new'], mode: tags },
                      },
                      sort,
                      order,
                      offset: 1,
                      limit: 5,
                    }
}
