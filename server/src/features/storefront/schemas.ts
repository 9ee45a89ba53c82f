import { type Static, Type } from 'typebox'
import { integerText } from '../../platform/http/query-schemas.js'
import { text } from '../../platform/http/schemas.js'

const optionalText = (description: string) => Type.Optional(text(description))

export const ShopPageParams = Type.Object({ slug: Type.String() })
export const ItemPageParams = Type.Object({ slug: Type.String(), sku: Type.String() })

const notice = optionalText('added or full: what the last action did')
export const ShopPageQuery = Type.Object({
  q: optionalText('Search words'),
  category: optionalText('Exact category'),
  page: integerText('From 1'),
  notice,
})
export const ItemPageQuery = Type.Object({ notice })
export const DirectoryPageQuery = Type.Object({
  q: optionalText('Search words'),
  category: optionalText('Exact category'),
  open: optionalText('true: only shops that are open'),
  page: integerText('From 1'),
})
export type DirectoryPageQuery = Static<typeof DirectoryPageQuery>
export type ShopPageQuery = Static<typeof ShopPageQuery>
