import { type Static, Type } from 'typebox'
import { integerText } from '../../../platform/http/query-schemas.js'
import { listings } from '../schemas.js'

export const ReviewQuery = Type.Object({
  limit: integerText('1 to 100, default 50', { minimum: 1, maximum: 100, default: 50 }),
})

const named = {
  wallet: Type.String({ description: 'Wallet of the merchant' }),
  name: Type.String(),
  slug: Type.String(),
}

export const PendingListings = Type.Object(
  {
    ok: Type.Literal(true),
    listings: Type.Array(
      Type.Object(
        {
          ...named,
          since: Type.Integer({ description: 'Unix ms' }),
          resembles: Type.Array(Type.Object(named, { title: 'ResembledShop' }), {
            description: 'Up to five listed shops with a similar name or slug',
          }),
        },
        { title: 'PendingListing' },
      ),
      { description: 'The longest wait first' },
    ),
    total: Type.Integer({ description: 'Number of shops that wait' }),
  },
  { title: 'PendingListings' },
)

export const ListingDecision = Type.Object(
  {
    wallet: Type.String({ description: 'Wallet of the merchant' }),
    name: Type.String({ description: 'Name of the shop, as listed for review' }),
    slug: Type.String({ description: 'Slug of the shop, as listed for review' }),
    decision: Type.Enum(['approve', 'reject'], { type: 'string' }),
  },
  { title: 'ListingDecision' },
)
export type ListingDecision = Static<typeof ListingDecision>

export const DecidedListing = Type.Object(
  {
    ok: Type.Literal(true),
    wallet: Type.String(),
    listing: Type.Enum(listings, { title: 'ListingStatus', type: 'string' }),
  },
  { title: 'DecidedListing' },
)
