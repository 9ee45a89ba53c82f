import { type Static, Type } from 'typebox'
import { currencies } from '../../lib/currencies.js'
import { AnyFields } from '../../platform/http/schemas.js'
import { sortKeys } from './search/item-query.js'

/** Says what type a value has; which values are good is for `item-rules.ts`, which explains itself better. */
const text = (description: string) => Type.String({ description })
const optionalText = (description: string) => Type.Optional(text(description))

const images = Type.Array(Type.String(), {
  description: 'https addresses, or small PNG, JPEG, WebP or GIF pictures as data URIs',
})

export const InventoryItem = Type.Object(
  {
    id: Type.String(),
    sku: Type.String(),
    name: Type.String(),
    description: Type.String(),
    category: Type.String(),
    tags: Type.Array(Type.String()),
    priceUsd: Type.Optional(
      Type.Number({
        description:
          'In dollars; by the current exchange rate when the item only has a native price, and missing when there is none',
      }),
    ),
    price: Type.Optional(Type.Number({ description: 'Native price, if the merchant has set one' })),
    currency: Type.Optional(Type.Enum(currencies, { type: 'string', description: 'Of price' })),
    priceIncludesTax: Type.Boolean(),
    taxable: Type.Boolean({ description: 'false is exempt from tax' }),
    stockQty: Type.Number({ description: '-1 is unlimited' }),
    reservedQty: Type.Number({ description: 'Promised to buyers who have not paid yet' }),
    images,
    imagesOmitted: Type.Optional(
      Type.Boolean({
        description: 'Its pictures were too much for this page; ask for fewer items',
      }),
    ),
    industryPack: Type.String(),
    attributes: AnyFields,
    active: Type.Boolean({ description: 'Whether it is offered for sale' }),
    wallet: text('The merchant'),
    createdAt: Type.Integer({ description: 'Unix ms' }),
    updatedAt: Type.Integer({ description: 'Unix ms' }),
  },
  { title: 'InventoryItem' },
)
export type InventoryItem = Static<typeof InventoryItem>

/** What anybody can see of an item. */
export const CatalogueItem = Type.Object(
  {
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
      'imagesOmitted',
    ]).properties,
    inStock: Type.Boolean(),
  },
  { title: 'CatalogueItem' },
)
export type CatalogueItem = Static<typeof CatalogueItem>

const page = {
  page: Type.Integer(),
  limit: Type.Integer(),
  total: Type.Integer({ description: 'On all pages' }),
  totalPages: Type.Integer(),
  hasMore: Type.Boolean(),
}

export const InventoryPage = Type.Object(
  { ok: Type.Literal(true), items: Type.Array(InventoryItem), ...page },
  { title: 'InventoryPage' },
)

export const CataloguePage = Type.Object(
  { ok: Type.Literal(true), items: Type.Array(CatalogueItem), ...page },
  { title: 'CataloguePage' },
)

const search = {
  q: optionalText(
    'Words, each of which must be part of the name, SKU, description, category or a tag; case and accents do not matter',
  ),
  category: optionalText('Exactly this category'),
  priceMin: optionalText('In dollars'),
  priceMax: optionalText('In dollars'),
  tags: optionalText('With commas between'),
  tagsMode: optionalText('any (default) or all of them'),
  sort: optionalText(`${sortKeys.join(', ')}; default updatedAt`),
  order: optionalText('asc or desc (default)'),
  limit: optionalText('1 to 200, default 50'),
  page: optionalText('From 1'),
}

export const InventoryQuery = Type.Object({
  ...search,
  taxable: optionalText('true, false or any'),
  stock: optionalText('in, out or any'),
  pack: optionalText('Exactly this industry pack'),
})
export type InventoryQuery = Static<typeof InventoryQuery>

export const CatalogueQuery = Type.Object(search)

/** One type of two, so that whoever sends a third hears of both at once. */
const orNull = <Value>(type: 'number' | 'string', description: string) =>
  Type.Optional(Type.Unsafe<Value | null>({ type: [type, 'null'], description }))

export const UpsertItemBody = Type.Object(
  {
    id: optionalText('Changes this item, also its SKU; leave it out to go by the SKU'),
    sku: optionalText('Required for a new item; an item with the same one is changed'),
    name: optionalText('Required for a new item'),
    description: Type.Optional(Type.String()),
    category: Type.Optional(Type.String()),
    tags: Type.Optional(Type.Array(Type.String())),
    priceUsd: orNull<number>('number', 'At most two decimals; null takes it away'),
    price: orNull<number>('number', 'Native price; null takes it away'),
    currency: orNull<string>('string', 'USD or EUR; of price, USD if not given'),
    priceIncludesTax: Type.Optional(Type.Boolean()),
    taxable: Type.Optional(Type.Boolean({ description: 'true if not given' })),
    stockQty: Type.Optional(Type.Number({ description: '-1, the default, is unlimited' })),
    images: Type.Optional(images),
    industryPack: Type.Optional(Type.String()),
    attributes: Type.Optional(AnyFields),
    active: Type.Optional(Type.Boolean()),
  },
  { title: 'UpsertItemBody' },
)
export type UpsertItemBody = Static<typeof UpsertItemBody>

export const UpsertedItem = Type.Object(
  {
    ok: Type.Literal(true),
    item: InventoryItem,
    created: Type.Boolean({ description: 'false when it was there before' }),
  },
  { title: 'UpsertedItem' },
)

export const DeleteItemQuery = Type.Object({ id: optionalText('The item, required') })

export const DeletedItem = Type.Object(
  {
    ok: Type.Literal(true),
    id: Type.String(),
    deleted: Type.Boolean({ description: 'false when there is no such item' }),
  },
  { title: 'DeletedItem' },
)
