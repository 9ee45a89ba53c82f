import type { Principal } from '../../auth/caller.js'
import { AppError } from '../../lib/errors.js'
import { type Context, inTransaction, type TxContext } from '../../platform/context.js'
import { isStale, staleRevision } from '../../platform/http/revisions.js'
import { recordChange } from '../audit/record-change.js'
import { applyChange, lockShop } from './apply-change.js'
import { completeShop, type Shop, settingsOf } from './complete-shop.js'
import { mergeConfig } from './merge-config.js'
import type { ShopConfig, ShopConfigChange, StoredSettings } from './schemas.js'
import { checkChange } from './shop-rules.js'
import { isSlugLasting } from './slugs/slug-store.js'

/**
 * Updates parts of a merchant's configuration and returns all of it. A change without effect is not
 * recorded in the audit log.
 *
 * @throws {AppError} `invalid_input`; `conflict` when the slug is taken or the revision is not the
 *   expected one; `forbidden` when someone other than the owner renames a listed shop; `rate_limited` when the shop has too many former slugs.
 */
export async function updateShopConfig(
  ctx: Context,
  input: { change: ShopConfigChange; by: Principal; expectedRevision?: number | null },
): Promise<ShopConfig> {
  const { by, expectedRevision = null } = input
  const { merchant } = by
  const change = checkChange(input.change, ctx.config.mode)

  return inTransaction(ctx, async (inTx) => {
    const shop = await lockShop(inTx, merchant)
    if (isStale(expectedRevision, shop.revision)) {
      throw staleRevision(completeShop(shop, ctx.config))
    }
    if (by.role !== 'owner') await requireSameNames(inTx, { shop, change })
    const applied = await applyChange(inTx, { shop, change })
    if (!applied) return completeShop(shop, ctx.config)

    const { before, after } = applied
    await recordChange(inTx, { by, action: 'shop.updated', target: merchant, before, after })
    return completeShop(applied.shop, ctx.config)
  })
}

/**
 * Refuses another name or slug for a shop that is listed, or was listed with its slug. Buyers know
 * the shop by them, so only the owner may change them. Call it for other members, with the shop locked.
 *
 * @throws {AppError} `forbidden`.
 */
async function requireSameNames(
  ctx: TxContext,
  { shop, change }: { shop: Shop; change: StoredSettings },
): Promise<void> {
  const before = settingsOf(shop, ctx.config)
  const after = mergeConfig(before, change)
  if (before.name === after.name && before.slug === after.slug) return
  if (!before.listed && !(await isSlugLasting(ctx.db, shop.merchant))) return
  throw new AppError(
    'forbidden',
    'Only the owner may change the name or slug of a shop that is or was listed. Ask the owner.',
  )
}
