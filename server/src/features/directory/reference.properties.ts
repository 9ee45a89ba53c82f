import fc from 'fast-check'
import { expect } from 'vitest'
import type { Address } from '../../lib/hex.js'
import { foldText } from '../../lib/search/fold-text.js'
import type { ShownShop } from '../shop/show-shop.js'
import { createShopIndex } from './shop-index.js'
import type { ShopFilter, ShopQuery } from './shop-query.js'

type Settings = ShownShop['settings']

/** What the index does, the way one would write it down to understand it. */
function findPlainly(shops: readonly ShownShop[], { filter, offset, limit }: ShopQuery) {
  const found = shops
    .map(({ settings }) => settings)
    .filter((shop) => shop.listed && shop.name !== '' && shop.slug !== '')
    .filter((shop) => hasAny(shop.categories, filter.categories))
    .filter((shop) => hasAny(shop.keywords, filter.keywords))
    .map((shop) => ({
      shop,
      name: wordsOf(shop.name).join(' '),
      relevance: relevance(shop, filter),
    }))
    .filter((found) => found.relevance > 0)
    .sort((a, b) => {
      if (a.relevance !== b.relevance) return b.relevance - a.relevance
      const [one, other] = a.name === b.name ? [a.shop.slug, b.shop.slug] : [a.name, b.name]
      return one < other ? -1 : 1
    })
  return {
    slugs: found.slice(offset, offset + limit).map(({ shop }) => shop.slug),
    total: found.length,
  }
}

const wordsOf = (text: string) => foldText(text).split(/\s+/).filter(Boolean)

function hasAny(own: readonly string[], wanted: readonly string[] | null): boolean {
  return wanted === null || own.some((one) => wanted.map(foldText).includes(foldText(one)))
}

function relevance(shop: Settings, { q }: ShopFilter): number {
  if (q === null) return 1
  const words = wordsOf(q)
  const each = words.map((word) => relevanceOf(word, shop))
  if (words.length === 0 || each.includes(0)) return 0
  const isName = wordsOf(shop.name).join(' ') === words.join(' ')
  return each.reduce((sum, one) => sum + one, isName ? 10 : 0)
}

function relevanceOf(word: string, shop: Settings): number {
  const best = (texts: readonly string[], [whole, start, inside]: [number, number, number]) =>
    Math.max(
      0,
      ...texts.flatMap(wordsOf).map((own) => {
        if (own === word) return whole
        if (own.startsWith(word)) return start
        return own.includes(word) ? inside : 0
      }),
    )
  return Math.max(
    best([shop.name], [8, 6, 4]),
    best(shop.keywords, [5, 2, 2]),
    best(shop.categories, [4, 2, 2]),
    best([shop.description], [1, 1, 1]),
  )
}

const word = fc.oneof(
  fc.constantFrom('tea', 'Tée', 'TEAPOT', 'steam', 'cup', 'Café', 'ice cream', 'İ', 'ß', 'a', 't'),
  fc.constantFrom('%', '_', '\\', "'", '"', '100%', '\u0301', '\ud83c\udf75', '\u05d0\u05d1', '.*'),
  fc.string({ unit: 'grapheme', maxLength: 4 }),
)
const text = fc
  .array(word, { maxLength: 4 })
  .chain((words) => fc.constantFrom(' ', '  ', '\n').map((space) => words.join(space)))
const list = fc.array(word, { maxLength: 3 })

const merchants = Array.from({ length: 10 }, (_, index) => `0x${index}` as Address)

/** Two slugs for each merchant and none for two, as the database has it. */
const aShop: fc.Arbitrary<ShownShop> = fc
  .record({
    merchant: fc.constantFrom(...merchants),
    variant: fc.constantFrom('-a', '-b'),
    isNameless: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
    isWithoutSlug: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
    listed: fc.integer({ min: 0, max: 4 }).map((one) => one > 0),
    name: text,
    description: text,
    categories: list,
    keywords: list,
  })
  .map(({ merchant, variant, isNameless, isWithoutSlug, ...shop }) => ({
    merchant,
    settings: {
      ...shop,
      name: isNameless ? '' : shop.name,
      slug: isWithoutSlug ? '' : `${merchant}${variant}`,
      industryPack: '',
      theme: {
        ...{ primaryColor: '', secondaryColor: '', brandLogoUrl: '', brandFaviconUrl: '' },
        ...{ brandName: '', fontFamily: '', receiptBackgroundUrl: '', coverPhotoUrl: '' },
      },
    },
  }))

const aQuery: fc.Arbitrary<ShopQuery> = fc.record({
  filter: fc.record({
    q: fc.oneof(fc.constant(null), word, text),
    categories: fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, list),
    keywords: fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, list),
  }),
  offset: fc.integer({ min: 0, max: 4 }),
  limit: fc.integer({ min: 1, max: 10 }),
})

const aPiece = fc.uniqueArray(aShop, { maxLength: 10, selector: ({ merchant }) => merchant })

/** Whatever happens to the shops, piece by piece, every query finds after each what a plain search finds. */
export const indexProperty = fc.property(
  fc.array(
    fc.record({ piece: aPiece, queries: fc.array(aQuery, { minLength: 5, maxLength: 5 }) }),
    {
      maxLength: 5,
    },
  ),
  (history) => {
    const index = createShopIndex()
    const shops = new Map<Address, ShownShop>()
    for (const { piece, queries } of history) {
      index.apply(piece)
      for (const shop of piece) shops.set(shop.merchant, shop)

      const now = [...shops.values()]
      for (const query of queries) {
        const { shops: found, total } = index.find(query)
        expect({ slugs: found.map(({ slug }) => slug), total }).toEqual(findPlainly(now, query))
      }
      for (const { merchant, settings } of now) {
        const isListed = settings.listed && settings.name !== '' && settings.slug !== ''
        expect(index.findMerchant(settings.slug)).toBe(isListed ? merchant : null)
      }
    }
  },
)
