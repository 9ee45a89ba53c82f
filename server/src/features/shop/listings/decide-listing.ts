import { AppError } from '../../../lib/errors.js'
import type { Address } from '../../../lib/hex.js'
import type { Context } from '../../../platform/context.js'
import { recordChange } from '../../audit/record-change.js'
import type { Shop } from '../complete-shop.js'
import { defaultSettings } from '../default-settings.js'
import { mergeConfig } from '../merge-config.js'
import type { ShopConfig } from '../schemas.js'
import { findShopForUpdate, updateShop } from '../store.js'
import { listNames, lockListedNames } from './listed-names.js'
import { type ListingReview, listingOf, nameHashesOf } from './listing.js'
import { deleteNames } from './listing-store.js'

type Decision = {
  merchant: Address
  /** The name and slug that the operator has seen. */
  name: string
  slug: string
  decision: 'approve' | 'reject'
}

/**
 * Approves or rejects the listing of a shop under its current name and slug, and returns the listing. It lasts until the
 * shop changes one of them.
 *
 * @throws {AppError} `not_found`, `conflict` when the shop has changed its name or slug or is no longer to be listed.
 */
export async function decideListing(
  ctx: Context,
  input: Decision & { by: { wallet: Address; correlationId: string } },
): Promise<ShopConfig['listing']> {
  const { merchant } = input
  const state = input.decision === 'approve' ? 'approved' : 'rejected'

  return ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx }
    const shop = await findShopForUpdate(tx, merchant)
    if (!shop) throw new AppError('not_found', 'No shop has this wallet.')
    const settings = mergeConfig(defaultSettings(ctx.config), shop.stored)
    requireSeen(settings, input)
    const review: ListingReview = { state, since: ctx.now() }
    const [before, after] = [listingOf(settings, shop.review), listingOf(settings, review)]
    if (shop.review?.state === state) return before

    await lockListedNames(inTx)
    if (state === 'approved') await listNames(inTx, { merchant, hashes: nameHashesOf(settings) })
    else await deleteNames(tx, merchant)
    const reviewed: Shop = { ...shop, review }
    await updateShop(tx, reviewed)
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
