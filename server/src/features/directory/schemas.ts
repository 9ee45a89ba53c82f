import { type Static, Type } from 'typebox'
import { CatalogueQuery } from '../inventory/schemas.js'

const optionalText = (description: string) => Type.Optional(Type.String({ description }))

/** What anybody can see of a shop. */
export const DirectoryShop = Type.Object(
  {
    name: Type.String(),
    slug: Type.String({ description: 'Names the shop in addresses' }),
    description: Type.String(),
    categories: Type.Array(Type.String()),
    keywords: Type.Array(Type.String()),
    industryPack: Type.String(),
    theme: Type.Object(
      {
        brandLogoUrl: Type.String({ description: '"" for none' }),
        coverPhotoUrl: Type.String({ description: '"" for none' }),
      },
      { title: 'DirectoryShopTheme' },
    ),
  },
  { title: 'DirectoryShop' },
)
export type DirectoryShop = Static<typeof DirectoryShop>

export const DirectoryQuery = Type.Object({
  q: optionalText(
    'Words, each of which must be part of the name, a keyword, a category or the description; case and accents do not matter',
  ),
  categories: optionalText('With commas between; shops that have any of exactly these'),
  keywords: optionalText('With commas between; shops that have any of exactly these'),
  offset: optionalText('How many to pass over, default 0'),
  limit: optionalText('1 to 50, default 20'),
})
export type DirectoryQuery = Static<typeof DirectoryQuery>

export const DirectoryPage = Type.Object(
  {
    ok: Type.Literal(true),
    directory: Type.Array(DirectoryShop, { description: 'The best first, then by name' }),
    meta: Type.Object(
      {
        totalReturned: Type.Integer({ description: 'On this page' }),
        limit: Type.Integer(),
        offset: Type.Integer(),
        brandContext: Type.String({ description: 'Names the deployment' }),
        total: Type.Integer({ description: 'On all pages' }),
      },
      { title: 'DirectoryMeta' },
    ),
  },
  { title: 'DirectoryPage' },
)

/** Not by stock: how many there are is the merchant's own business, and the order would tell. */
export const shopItemSortKeys = ['name', 'sku', 'priceUsd', 'updatedAt'] as const

export const ShopItemsQuery = Type.Object({
  ...CatalogueQuery.properties,
  sort: optionalText(`${shopItemSortKeys.join(', ')}; default name`),
  order: optionalText('asc (default) or desc'),
})
export type ShopItemsQuery = Static<typeof ShopItemsQuery>

export const ShopParams = Type.Object({ slug: Type.String() })
