import { type Static, Type } from 'typebox'
import { integerText } from '../../../platform/http/query-schemas.js'
import {
  integer,
  namedEnum,
  namedObject,
  okResponse,
  text,
} from '../../../platform/http/schemas.js'
import { listings } from '../schemas.js'

export const ReviewQuery = Type.Object({
  limit: integerText('1 to 100, default 50', { minimum: 1, maximum: 100, default: 50 }),
})

const named = {
  wallet: text('Wallet of the merchant'),
  name: Type.String(),
  slug: Type.String(),
}

export const PendingListings = okResponse('PendingListings', {
  listings: Type.Array(
    namedObject('PendingListing', {
      ...named,
      since: integer('Unix ms'),
      resembles: Type.Array(namedObject('ResembledShop', named), {
        description: 'Up to five listed shops with a similar name or slug',
      }),
    }),
    { description: 'The longest wait first' },
  ),
  total: integer('Number of shops that wait'),
})

export const ListingDecision = namedObject('ListingDecision', {
  wallet: text('Wallet of the merchant'),
  name: text('Name of the shop, as listed for review'),
  slug: text('Slug of the shop, as listed for review'),
  decision: Type.Enum(['approve', 'reject'], { type: 'string' }),
})
export type ListingDecision = Static<typeof ListingDecision>

export const DecidedListing = okResponse('DecidedListing', {
  wallet: Type.String(),
  listing: namedEnum('ListingStatus', listings),
})
