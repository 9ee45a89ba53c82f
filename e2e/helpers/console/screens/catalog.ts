import type { ApiComponents } from '@tallystick/sdk'
import type { Page } from '../../browser.js'
import type { AnswerOf, ScreenStates } from './screen-states.js'

type Item = ApiComponents['schemas']['InventoryItem']
type ItemPage = AnswerOf<'/api/inventory'>
type Facets = AnswerOf<'/api/inventory/facets'>

const names = [
  'House espresso beans 250 g',
  'Washed Guji filter beans 250 g',
  'Cold brew concentrate 500 ml',
  'Gooseneck kettle 0.9 l with thermometer and stand',
  'Verbena and mint 60 g',
]
const categories = ['Coffee', 'Tea', 'Brewing', 'Cups', 'Classes']

/** Makes an item of a catalog: low, sold out, not counted, a variant, or priced in euros only. */
function sampleItem(index: number): Item {
  const isVariant = index % 7 === 6
  const hasEuros = index % 3 === 0
  return {
    id: `itm_${index}`,
    sku: isVariant ? `SHIRT-${index}` : `COFFEE-${index + 1}`,
    name: isVariant ? 'Roaster’s shirt' : (names[index % names.length] ?? ''),
    description: 'Chocolate and hazelnut, roasted on Mondays.',
    category: categories[index % categories.length] ?? '',
    tags: ['beans', 'new'],
    priceUsd: 14.5 + index,
    ...(hasEuros && { price: 13.4 + index, currency: 'EUR' as const }),
    priceUsdFollowsRate: index % 9 === 3,
    priceIncludesTax: false,
    taxable: true,
    stockQty: [60, 42, -1, 2, 0][index % 5] ?? 0,
    lowStockQty: 5,
    reservedQty: index % 5 === 0 ? 3 : 0,
    images: [],
    industryPack: 'retail',
    attributes: { origin: 'Guatemala', weight: { grams: 250 } },
    parentSku: isVariant ? 'SHIRT' : null,
    options: isVariant ? { size: 'L', color: 'Red' } : {},
    active: index % 11 !== 4,
    wallet: `0x${'1'.repeat(40)}`,
    revision: 3,
    createdAt: 1,
    updatedAt: 1,
  }
}

/** Answers each page of a catalog with so many items. */
const pagesOf =
  (total: number) =>
  (url: URL): ItemPage => {
    const limit = Number(url.searchParams.get('limit') ?? 50)
    const page = Number(url.searchParams.get('page') ?? 1)
    const isProduct = url.searchParams.has('parentSku')
    const count = Math.max(0, Math.min(limit, (isProduct ? 0 : total) - (page - 1) * limit))
    const items = Array.from({ length: count }, (_, index) =>
      sampleItem((page - 1) * limit + index),
    )
    const totalPages = Math.ceil(total / limit)
    return { ok: true, items, page, limit, total, totalPages, hasMore: page < totalPages }
  }

function facetsOf(items: number): Facets {
  return {
    ok: true,
    items,
    active: items,
    low: items > 1 ? 3 : 0,
    out: items > 1 ? 2 : 0,
    categories:
      items === 0 ? [] : categories.map((name) => ({ name, items: Math.ceil(items / 5) })),
    tags: items === 0 ? [] : [{ name: 'beans', items }],
  }
}

const reads = ['/api/inventory', '/api/inventory/facets'] as const

export const catalog: ScreenStates = {
  path: '/catalog',
  reads,
  answers: {
    '/api/inventory': pagesOf(200_000),
    '/api/inventory/facets': facetsOf(200_000),
    '/api/inventory/{id}': { ok: true, item: sampleItem(0) },
  },
  states: {
    empty: {
      answers: { '/api/inventory': pagesOf(0), '/api/inventory/facets': facetsOf(0) },
      shows: 'No items yet',
    },
    one: {
      answers: { '/api/inventory': pagesOf(1), '/api/inventory/facets': facetsOf(1) },
      shows: '1 item',
    },
    many: { shows: '200,000 items' },
    loading: {},
    stale: {},
    degraded: {
      answers: { '/api/inventory': (url: URL) => ({ ...pagesOf(40)(url), degraded: true }) },
    },
    refused: {},
    error: {},
  },
}

const itemReads = ['/api/inventory/{id}'] as const

/** The drawer of an item, and the form of a new one. */
export const catalogItem: ScreenStates = {
  path: '/catalog/itm_9999',
  reads: itemReads,
  answers: {
    ...catalog.answers,
    '/api/inventory': pagesOf(5),
    '/api/inventory/{id}': { ok: true, item: { ...sampleItem(6), id: 'itm_9999' } },
  },
  states: {
    empty: { path: '/catalog/new', shows: 'Create item' },
    one: { shows: 'A variant of SHIRT.' },
    many: {
      shows: 'Discard',
      async act(page: Page) {
        await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Roaster’s shirt, long')
      },
    },
    loading: {},
    stale: {},
    degraded: { none: 'An item is not read from memory: its error says so.' },
    refused: {},
    error: {},
  },
}
