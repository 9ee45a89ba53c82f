import { type Static, Type } from 'typebox'
import { DegradedFields } from '../../platform/degraded/degraded.js'
import { integerText } from '../../platform/http/query-schemas.js'
import { boolean, integer, namedObject, okResponse, text } from '../../platform/http/schemas.js'
import { CatalogQuery } from '../inventory/schemas.js'

const optionalText = (description: string) => Type.Optional(text(description))

export const DirectoryShop = namedObject('DirectoryShop', {
  name: Type.String(),
  slug: text('Identifies the shop in URLs'),
  description: Type.String(),
  categories: Type.Array(Type.String()),
  keywords: Type.Array(Type.String()),
  industryPack: Type.String(),
  isOpen: boolean('Whether the shop accepts orders now'),
  theme: namedObject('DirectoryShopTheme', {
    brandLogoUrl: text('Empty when not set'),
    coverPhotoUrl: text('Empty when not set'),
  }),
})
export type DirectoryShop = Static<typeof DirectoryShop>

export const DirectoryQuery = Type.Object({
  q: optionalText(
    'Search words. Each must match part of the name, a keyword, a category or the description, ignoring case and accents.',
  ),
  categories: optionalText('Comma-separated; matches shops with any of these, as whole terms'),
  keywords: optionalText('Comma-separated; matches shops with any of these, as whole terms'),
  open: optionalText('true: only shops that accept orders now'),
  offset: integerText('Number of shops to skip, default 0', { minimum: 0, default: 0 }),
  limit: integerText('1 to 50, default 20', { minimum: 1, maximum: 50, default: 20 }),
})
export type DirectoryQuery = Static<typeof DirectoryQuery>

export const DirectoryPage = okResponse('DirectoryPage', {
  directory: Type.Array(DirectoryShop, { description: 'Best match first, then by name' }),
  meta: namedObject('DirectoryMeta', {
    totalReturned: integer('Number of shops on this page'),
    limit: Type.Integer(),
    offset: Type.Integer(),
    brandContext: text('Brand key of the deployment'),
    total: integer('Number of shops on all pages'),
  }),
  ...DegradedFields,
})

/** Sorting by stock is left out, because the order would reveal stock levels. */
export const shopItemSortKeys = ['name', 'sku', 'priceUsd', 'updatedAt'] as const

export const ShopItemsQuery = Type.Object({
  ...CatalogQuery.properties,
  sort: optionalText(`${shopItemSortKeys.join(', ')}; default name`),
  order: optionalText('asc (default) or desc'),
})
export type ShopItemsQuery = Static<typeof ShopItemsQuery>

export const ShopParams = Type.Object({ slug: Type.String() })
