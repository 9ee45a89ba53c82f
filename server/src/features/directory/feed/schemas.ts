import { type Static, Type } from 'typebox'
import { integerText } from '../../../platform/http/query-schemas.js'
import { integer, namedObject, okResponse, text } from '../../../platform/http/schemas.js'

export const FeedQuery = Type.Object({
  page: integerText('From 1', { minimum: 1 }),
  limit: integerText('1 to 200, default 200', { minimum: 1, maximum: 200, default: 200 }),
})
export type FeedQuery = Static<typeof FeedQuery>

/** Its fields have the names of common product feeds. */
const FeedProduct = namedObject('FeedProduct', {
  id: text('SKU'),
  title: Type.String(),
  description: Type.String(),
  link: text('URL of the item'),
  price: text('Amount and currency, such as 14.50 USD'),
  availability: Type.Union([Type.Literal('in_stock'), Type.Literal('out_of_stock')]),
  product_type: Type.Optional(text('Category')),
  image_link: Type.Optional(text('URL of the first image')),
  additional_image_link: Type.Optional(Type.Array(Type.String())),
})
export type FeedProduct = Static<typeof FeedProduct>

export const ProductFeed = okResponse('ProductFeed', {
  products: Type.Array(FeedProduct, { description: 'By SKU' }),
  page: Type.Integer(),
  limit: integer(
    'Products per page. Lower than requested if the longest ones would exceed 512 KiB.',
  ),
  total: integer('Products on all pages'),
  totalPages: Type.Integer(),
  hasMore: Type.Boolean(),
})
export type ProductFeed = Static<typeof ProductFeed>
