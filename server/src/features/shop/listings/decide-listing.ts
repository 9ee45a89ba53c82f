import { AppError } from '../../../lib/errors.js'
import type { Address } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import { type Context, inTransaction, type TxContext } from '../../../platform/context.js'
import { recordChange } from '../../audit/record-change.js'
import { settingsOf } from '../complete-shop.js'
import type { ShopConfig } from '../schemas.js'
import { findShopForUpdate, updateShop } from '../store.js'
import { listNames, lockListedNames } from './listed-names.js'
import { type ListingReview, listingOf, nameHashesOf } from './listing.js'
import {
  countInReview,
  deleteNames,
  listInReview,
  listResembled,
  type NamedShop,
} from './listing-store.js'

type Decision = {
  merchant: Address
  /** The name and slug that the operator has seen. */
  name: string
  slug: string
  decision: 'approve' | 'reject'
}

/**
 * Approves or rejects the listing of a shop under its current name and slug, and returns the
 * listing. It lasts until the shop changes one of them.
 *
 * @throws {AppError} `not_found`, `conflict` when the shop has changed its name or slug or is no
 *   longer to be listed.
 */
export async function decideListing(
  ctx: Context,
  input: Decision & { by: { wallet: Address; correlationId: string } },
): Promise<ShopConfig['listing']> {
  const { merchant } = input
  const state = input.decision === 'approve' ? 'approved' : 'rejected'

  return inTransaction(ctx, async (inTx) => {
    const shop = await findShopForUpdate(inTx.db, merchant)
    if (!shop) throw new AppError('not_found', 'No shop has this wallet.')
    const settings = settingsOf(shop, ctx.config)
    requireSeen(settings, input)
    const review: ListingReview = { state, since: ctx.now() }
    const [before, after] = [listingOf(settings, shop.review), listingOf(settings, review)]
    if (shop.review?.state === state) return before

    await lockListedNames(inTx)
    if (state === 'approved') await listNames(inTx, { merchant, hashes: nameHashesOf(settings) })
    else await deleteNames(inTx.db, merchant)
    await updateShop(inTx.db, { ...shop, review })
    await recordChange(inTx, {
      by: { ...input.by, merchant, role: 'operator' },
      action: `shop.listing_${state}`,
      target: merchant,
      before: { listing: before },
      after: { listing: after },
    })
    return after
  })
}

function requireSeen(
  settings: Pick<ShopConfig, 'listed' | 'name' | 'slug'>,
  { name, slug }: Pick<Decision, 'name' | 'slug'>,
): void {
  if (!settings.listed) throw new AppError('conflict', 'The merchant no longer lists this shop.')
  if (settings.name === name && settings.slug === slug) return
  throw new AppError('conflict', 'The shop has another name or slug now. List the reviews again.')
}

/** A shop that waits for a review. */
type PendingListing = NamedShop & { since: UnixMs; resembles: NamedShop[] }

/** More are no help in a decision. */
const maxResembled = 5

/** Lists the shops that wait for review, longest first, with the shops they resemble. */
export async function listReviews(
  ctx: Pick<TxContext, 'db'>,
  { limit }: { limit: number },
): Promise<{ listings: PendingListing[]; total: number }> {
  const [waiting, total] = [await listInReview(ctx.db, limit), await countInReview(ctx.db)]
  const listings: PendingListing[] = []
  for (const shop of waiting) {
    const hashes = nameHashesOf(shop)
    const { merchant } = shop
    const resembles = await listResembled(ctx.db, { merchant, hashes, limit: maxResembled })
    listings.push({ ...shop, resembles })
  }
  return { listings, total }
}
