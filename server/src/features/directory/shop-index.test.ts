import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { indexProperty } from '../../../test/fixtures/directory-reference.js'
import { aWallet } from '../../../test/fixtures/factories.js'
import { testConfig } from '../../../test/test-config.js'
import { defaultSettings } from '../shop/default-settings.js'
import { type ShownShop, showShop } from '../shop/list-shops.js'
import type { ShopFilter } from './read-shop-query.js'
import { createShopIndex, describeShop } from './shop-index.js'

const defaults = defaultSettings(testConfig())

/** A listed shop with its slug as name. Tests override fields. */
function shop(slug: string, fields: Partial<ShownShop['settings']> = {}): ShownShop {
  return showShop(
    { merchant: aWallet(), stored: { slug, name: slug, listed: true, ...fields }, review: null },
    defaults,
  )
}

function indexOf(...shops: ShownShop[]) {
  const index = createShopIndex()
  index.apply(shops)
  return index
}

function find(index: ReturnType<typeof createShopIndex>, filter: Partial<ShopFilter> = {}) {
  const everything = { q: null, categories: null, keywords: null }
  const { shops } = index.find({ filter: { ...everything, ...filter }, offset: 0, limit: 100 })
  return shops.map(({ slug }) => slug)
}

describe('createShopIndex', () => {
  test('default', () => {
    const index = indexOf(shop('blue'), shop('amber', { keywords: ['tea'] }))
    const filter = { q: null, categories: null, keywords: null }
    expect(index.find({ filter, offset: 0, limit: 1 })).toEqual({
      shops: [
        {
          name: 'amber',
          slug: 'amber',
          description: '',
          categories: [],
          keywords: ['tea'],
          industryPack: '',
          isOpen: true,
          theme: { brandLogoUrl: '', coverPhotoUrl: '' },
        },
      ],
      total: 2,
    })
  })

  test('behavior: finds the same as a plain search, after any history', { tags: 'slow' }, () => {
    fc.assert(indexProperty, { seed: 8, numRuns: 200 })
  })

  test('behavior: ranks by where a word matches', () => {
    const index = indexOf(
      shop('description', { description: 'all about tea' }),
      shop('keyword-start', { keywords: ['teapots'] }),
      shop('category-inside', { categories: ['steam'] }),
      shop('category', { categories: ['Tea'] }),
      shop('name-inside', { name: 'Steamer' }),
      shop('keyword', { keywords: ['green tea'] }),
      shop('name-start', { name: 'Teapots' }),
      shop('name', { name: 'Our tea' }),
      shop('whole-name', { name: ' TÉA ' }),
      shop('nothing'),
    )
    expect(find(index, { q: 'tea' })).toEqual([
      'whole-name',
      'name',
      'name-start',
      'keyword',
      // Equal scores sort by name.
      ...['category', 'name-inside'],
      ...['category-inside', 'keyword-start'],
      'description',
    ])
  })

  test('behavior: adds up word scores and requires every word', () => {
    const index = indexOf(
      shop('both', { description: 'green tea' }),
      shop('more', { description: 'green', keywords: ['tea'] }),
      shop('half', { name: 'Tea', keywords: ['tea'] }),
    )
    expect(find(index, { q: 'tea green' })).toEqual(['more', 'both'])
  })

  test('behavior: ranks an exact name first, ignoring spacing', () => {
    const index = indexOf(
      shop('a', { name: 'Blue Café House' }),
      shop('b', { name: 'Café Blue' }),
      shop('c', { name: 'Blue Café' }),
    )
    expect(find(index, { q: ' blue \t CAFE' })).toEqual(['c', 'a', 'b'])
    expect(find(index, { q: 'cafe blue' })).toEqual(['b', 'c', 'a'])
  })

  test('behavior: sorts equal names by slug', () => {
    const index = indexOf(shop('z', { name: 'Tea' }), shop('a', { name: 'téa' }))
    expect(find(index)).toEqual(['a', 'z'])
    expect(find(index, { q: 'tea' })).toEqual(['a', 'z'])
  })

  test('behavior: matches whole categories and keywords, any of each, and both together', () => {
    const index = indexOf(
      shop('one', { categories: ['Food', 'Hot Drinks'], keywords: ['vegan'] }),
      shop('two', { categories: ['Café'], keywords: ['VEGAN'] }),
      shop('three', { categories: ['Foods'], keywords: ['vegan food'] }),
    )
    expect(find(index, { categories: ['food'] })).toEqual(['one'])
    expect(find(index, { categories: ['hot'] })).toEqual([])
    expect(find(index, { categories: ['CAFE', 'hot drinks', 'food'] })).toEqual(['one', 'two'])
    expect(find(index, { keywords: ['vegan'] })).toEqual(['one', 'two'])
    expect(find(index, { keywords: ['vegan'], categories: ['café', 'foods'] })).toEqual(['two'])
    expect(find(index, { q: 'food', keywords: ['vegan'] })).toEqual(['one'])
  })

  test('behavior: assigns a moved slug to the other shop', () => {
    const [first, second] = [shop('mine'), shop('other')]
    const index = indexOf(first, second)
    const renamed = { ...first, settings: { ...first.settings, slug: 'elsewhere' } }
    const taker = { ...second, settings: { ...second.settings, slug: 'mine' } }

    // As in an initial load while the slug moves: the new owner is added before the old one is
    // removed.
    index.apply([taker])
    expect(index.findMerchant('mine')).toBe(second.merchant)
    index.apply([renamed])
    expect(index.findMerchant('mine')).toBe(second.merchant)
    expect(index.findMerchant('elsewhere')).toBe(first.merchant)
    expect(index.findMerchant('other')).toBe(null)

    index.apply([first, { ...taker, settings: { ...taker.settings, slug: 'other' } }])
    expect(index.findMerchant('mine')).toBe(first.merchant)
    expect(index.findMerchant('other')).toBe(second.merchant)
  })

  test('behavior: removes a shop that is no longer listed', () => {
    const [first, second] = [shop('one'), shop('two')]
    const index = indexOf(first, second)
    index.apply([{ ...first, settings: { ...first.settings, listed: false } }])
    expect(find(index)).toEqual(['two'])
    expect(index.findMerchant('one')).toBe(null)
    index.apply([first])
    expect(find(index)).toEqual(['one', 'two'])
  })

  test('behavior: reports when it should be rebuilt', () => {
    const [index, first] = [createShopIndex(), shop('one')]
    for (let round = 0; round <= 10_001; round += 1) index.apply([first])
    expect(index.needsRebuild()).toBe(false)
    index.apply([first])
    expect(index.needsRebuild()).toBe(true)
  })
})

const listedShop = { slug: 'blue', name: 'Blue', listed: true }
const describeStored = (stored: object) =>
  describeShop(showShop({ merchant: aWallet(), stored, review: null }, defaults))

describe('describeShop', () => {
  test('default', () => {
    const shown = { description: 'Tea', categories: ['a'], keywords: ['b'], industryPack: 'cafe' }
    const theme = { brandLogoUrl: 'https://x.test/l', coverPhotoUrl: 'https://x.test/c' }
    const kept = {
      tax: { taxId: 'DE1' },
      fees: { processingFeePct: 2 },
      payments: { expiryMinutes: 5 },
    }
    const stored = { ...listedShop, ...shown, ...kept, theme: { ...theme, brandName: 'Kept' } }
    expect(describeStored(stored)).toEqual({
      slug: 'blue',
      name: 'Blue',
      ...shown,
      isOpen: true,
      theme,
    })
  })

  test.each([{ listed: false }, { name: '' }, { slug: '' }])(
    'behavior: returns null with %j',
    (change) => {
      expect(describeStored({ ...listedShop, ...change })).toBe(null)
    },
  )
})
