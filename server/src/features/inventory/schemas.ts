import { type Static, Type } from 'typebox'
import { currencies } from '../../lib/money.js'
import { DegradedFields } from '../../platform/degraded/degraded.js'
import { integerText, numberText } from '../../platform/http/query-schemas.js'
import { ExpectedRevision, Revision } from '../../platform/http/revisions.js'
import {
  AnyFields,
  boolean,
  integer,
  namedEnum,
  namedObject,
  number,
  okResponse,
  orNull,
  text,
} from '../../platform/http/schemas.js'
import { sortKeys } from './search/item-query.js'

/** Checks types only. `item-rules.ts` validates values, with better messages. */
const optionalText = (description: string) => Type.Optional(text(description))

const images = Type.Array(Type.String(), {
  description:
    'Addresses of uploaded pictures, small PNG, JPEG, WebP, GIF or AVIF images as data URIs, or other https URLs',
})

const variantFields = {
  parentSku: orNull(
    Type.String(),
    'Shared by the variants of one product; null for an item that is no variant',
  ),
  options: Type.Record(Type.String(), Type.String(), {
    description: 'What distinguishes the variant: {"size": "L", "color": "Red"}',
  }),
}

export const InventoryItem = namedObject('InventoryItem', {
  id: Type.String(),
  sku: Type.String(),
  name: Type.String(),
  description: Type.String(),
  category: Type.String(),
  tags: Type.Array(Type.String()),
  priceUsd: Type.Optional(
    number(
      'In US dollars; converted at the current rate if the item only has a native price, absent if no rate is known',
    ),
  ),
  price: Type.Optional(number('Native price, if set')),
  currency: Type.Optional(namedEnum('Currency', currencies, 'Currency of price')),
  priceUsdFollowsRate: boolean('Whether priceUsd is converted from price at the current rate'),
  priceIncludesTax: Type.Boolean(),
  taxable: boolean('false: exempt from tax'),
  stockQty: number('-1: unlimited'),
  lowStockQty: orNull(
    Type.Number(),
    'The stock is low at or below this quantity; null for no warning',
  ),
  reservedQty: number('Held for unpaid receipts'),
  images,
  industryPack: Type.String(),
  attributes: AnyFields,
  ...variantFields,
  active: boolean('Whether it is for sale'),
  wallet: text('Wallet of the merchant'),
  revision: Revision,
  createdAt: integer('Unix ms'),
  updatedAt: integer('Unix ms'),
})
export type InventoryItem = Static<typeof InventoryItem>

/** The public fields of an item. */
export const CatalogItem = namedObject('CatalogItem', {
  ...Type.Pick(InventoryItem, [
    'sku',
    'name',
    'description',
    'category',
    'tags',
    'priceUsd',
    'price',
    'currency',
    'priceIncludesTax',
    'taxable',
    'images',
    'parentSku',
    'options',
  ]).properties,
  inStock: Type.Boolean(),
})
export type CatalogItem = Static<typeof CatalogItem>

const page = {
  page: Type.Integer(),
  limit: integer('Items per page. Lower than requested if the longest items would exceed 512 KiB.'),
  total: integer('Items on all pages'),
  totalPages: Type.Integer(),
  hasMore: Type.Boolean(),
}

export const InventoryPage = okResponse('InventoryPage', {
  items: Type.Array(InventoryItem),
  ...page,
  ...DegradedFields,
})

export const CatalogPage = okResponse('CatalogPage', {
  items: Type.Array(CatalogItem),
  ...page,
  ...DegradedFields,
})

const search = {
  q: optionalText(
    'Words that must all appear in the name, SKU, description, category or tags; ignores case and accents',
  ),
  category: optionalText('Exact category'),
  priceMin: numberText('In US dollars', { minimum: 0 }),
  priceMax: numberText('In US dollars', { minimum: 0 }),
  tags: optionalText('Separated by commas'),
  tagsMode: optionalText('any (default) or all'),
  parentSku: optionalText('The variants of one product'),
  sort: optionalText(
    `${sortKeys.join(', ')}; default updatedAt. product: by SKU, variants after their parent`,
  ),
  order: optionalText('asc or desc (default)'),
  limit: integerText('1 to 200, default 50', { minimum: 1, maximum: 200, default: 50 }),
  page: integerText('From 1', { minimum: 1 }),
  images: optionalText(
    'data: pictures as data URIs, up to 512 KiB per page; default: their addresses',
  ),
}

export const InventoryQuery = Type.Object({
  ...search,
  taxable: optionalText('true, false or any'),
  active: optionalText('true, false or any: whether items are for sale'),
  stock: optionalText('in, out, low (at or below lowStockQty) or any'),
  pack: optionalText('Exact industry pack'),
})
export type InventoryQuery = Static<typeof InventoryQuery>

export const CatalogQuery = Type.Object(search)

/** One schema with two types, so that the error message names both. */
const optionalOrNull = <Value>(type: 'number' | 'string', description: string) =>
  Type.Optional(Type.Unsafe<Value | null>({ type: [type, 'null'], description }))

export const UpsertItemBody = namedObject('UpsertItemBody', {
  id: optionalText('Updates this item, including its SKU; omit it to find the item by SKU'),
  sku: optionalText('Required for a new item; an existing item with this SKU is updated'),
  name: optionalText('Required for a new item'),
  description: Type.Optional(Type.String()),
  category: Type.Optional(Type.String()),
  tags: Type.Optional(Type.Array(Type.String())),
  priceUsd: optionalOrNull<number>('number', 'At most two decimals; null removes it'),
  price: optionalOrNull<number>('number', 'Native price; null removes it'),
  currency: optionalOrNull<string>('string', 'Currency of price: USD (default) or EUR'),
  priceIncludesTax: Type.Optional(Type.Boolean()),
  taxable: Type.Optional(boolean('Default: true')),
  stockQty: Type.Optional(number('Default: -1 (unlimited)')),
  lowStockQty: optionalOrNull<number>('number', 'From 0; null, the default, for no warning'),
  images: Type.Optional(images),
  industryPack: Type.Optional(Type.String()),
  attributes: Type.Optional(AnyFields),
  parentSku: optionalOrNull<string>(
    'string',
    'The SKU that all variants of a product name; null makes it an item of its own',
  ),
  options: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description: '1 to 5 options of a variant, unlike those of its siblings',
    }),
  ),
  active: Type.Optional(Type.Boolean()),
  expectedRevision: ExpectedRevision,
})
export type UpsertItemBody = Static<typeof UpsertItemBody>

export const UpsertedItem = okResponse('UpsertedItem', {
  item: InventoryItem,
  created: boolean('false if the item existed'),
})

export const ItemParams = Type.Object({ id: Type.String({ maxLength: 64 }) })

export const ItemResponse = okResponse('ItemResponse', { item: InventoryItem })

const counts = (description: string) =>
  Type.Array(Type.Object({ name: Type.String(), items: Type.Integer() }), { description })

export const InventoryFacets = okResponse('InventoryFacets', {
  items: integer('All items'),
  active: integer('Items for sale'),
  low: integer('Items at or below their lowStockQty'),
  out: integer('Items without stock'),
  categories: counts('The 100 categories with the most items'),
  tags: counts('The 100 tags with the most items'),
})

export const DeleteItemQuery = Type.Object({ id: optionalText('Required') })

export const DeletedItem = okResponse('DeletedItem', {
  id: Type.String(),
  deleted: boolean('false if no item has this id'),
})
