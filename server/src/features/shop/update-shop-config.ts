import type { Principal } from '../../auth/caller.js'
import type { Context } from '../../platform/context.js'
import { recordChange } from '../audit/record-change.js'
import { applyChange } from './apply-change.js'
import { checkChange } from './check-change.js'
import { completeShop } from './complete-shop.js'
import { lockShop } from './lock-shop.js'
import { requireSameNames } from './require-same-names.js'
import type { ShopConfig, ShopConfigChange } from './schemas.js'

/**
 * Updates parts of a merchant's configuration and returns all of it. A change without effect is not recorded in the
 * audit log.
 *
 * @throws {AppError} `invalid_input`; `conflict` when the slug is taken; `forbidden` when others than the owner rename a
 * listed shop; `rate_limited` when the shop has too many former slugs.
 */
export async function updateShopConfig(
  ctx: Context,
  input: { change: ShopConfigChange; by: Principal },
): Promise<ShopConfig> {
  const { by } = input
  const { merchant } = by
  const change = checkChange(input.change, ctx.config.mode)

  return ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx }
    const shop = await lockShop(inTx, merchant)
    if (by.role !== 'owner') await requireSameNames(inTx, { shop, change })
    const applied = await applyChange(inTx, { shop, change })
    if (!applied) return completeShop(shop, ctx.config)

    const { before, after } = applied
    await recordChange(inTx, { by, action: 'shop.updated', target: merchant, before, after })
    return completeShop(applied.shop, ctx.config)
  })
}
