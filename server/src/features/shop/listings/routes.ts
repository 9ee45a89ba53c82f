import { requireWallet } from '../../../auth/caller.js'
import { operator } from '../../../auth/guards.js'
import { invalidInput } from '../../../lib/errors.js'
import { checksumAddress, parseAddress } from '../../../lib/hex.js'
import type { Routes } from '../../../platform/feature.js'
import { readWhole } from '../../../platform/http/read-query.js'
import { decideListing, listReviews } from './decide-listing.js'
import type { NamedShop } from './listing-store.js'
import { DecidedListing, ListingDecision, PendingListings, ReviewQuery } from './schemas.js'

/** The review of listings that resemble others, for operators. */
export const listingRoutes: Routes = async (app, { ctx }) => {
  app.get(
    '/api/admin/listings',
    {
      config: { outage: 'refuse', guard: operator() },
      schema: {
        summary: 'List shops whose listing waits for review',
        querystring: ReviewQuery,
        response: { 200: PendingListings },
      },
    },
    async (request) => {
      const limit = readWhole('limit', request.query.limit, { min: 1, max: 100, fallback: 50 })
      const { listings, total } = await listReviews(ctx, { limit })
      return {
        ok: true as const,
        listings: listings.map(({ since, resembles, ...shop }) => ({
          ...describe(shop),
          since,
          resembles: resembles.map(describe),
        })),
        total,
      }
    },
  )

  app.post(
    '/api/admin/listings',
    {
      config: { outage: 'refuse', guard: operator() },
      schema: {
        summary: 'Approve or reject a listing',
        description:
          'The decision lasts until the shop changes its name or slug. Send both as you have seen them: if the shop has changed them, the response is 409.',
        body: ListingDecision,
        response: { 200: DecidedListing },
      },
    },
    async (request) => {
      const { wallet, name, slug, decision } = request.body
      const merchant = parseAddress(wallet)
      if (!merchant) throw invalidInput('wallet must be a wallet address.')
      const by = { wallet: requireWallet(request), correlationId: request.id }
      const listing = await decideListing(ctx, { by, merchant, name, slug, decision })
      return { ok: true as const, wallet: checksumAddress(merchant), listing }
    },
  )
}

function describe({ merchant, name, slug }: NamedShop) {
  return { wallet: checksumAddress(merchant), name, slug }
}
