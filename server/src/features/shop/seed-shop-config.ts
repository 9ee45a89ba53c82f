import type { Address } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import { applyChange } from './apply-change.js'
import { checkChange } from './check-change.js'
import { lockShop } from './lock-shop.js'
import type { ShopConfigChange } from './schemas.js'

/**
 * Gives a merchant a first configuration, unless there is one. Of several who do so at once the first one
 * counts. Nobody did it, so it is not in the audit log.
 *
 * @throws {AppError} `invalid_input`, `conflict` when the slug is taken.
 */
export async function seedShopConfig(
  ctx: Context,
  { merchant, config }: { merchant: Address; config: ShopConfigChange },
): Promise<void> {
  const change = checkChange(config, ctx.config.mode)

  await ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx }
    const shop = await lockShop(inTx, merchant)
    const isUntouched = shop.updatedAt === 0
    if (isUntouched) await applyChange(inTx, { shop, change })
  })
}
