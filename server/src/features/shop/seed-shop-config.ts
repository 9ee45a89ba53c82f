import type { Address } from '../../lib/hex.js'
import { type Context, inTransaction } from '../../platform/context.js'
import { applyChange, lockShop } from './apply-change.js'
import type { ShopConfigChange } from './schemas.js'
import { checkChange } from './shop-rules.js'

/**
 * Sets a merchant's first configuration, unless there is one. The first of several concurrent calls
 * wins. It is not recorded in the audit log, because no person made the change.
 *
 * @throws {AppError} `invalid_input`, `conflict` when the slug is taken.
 */
export async function seedShopConfig(
  ctx: Context,
  { merchant, config }: { merchant: Address; config: ShopConfigChange },
): Promise<void> {
  const change = checkChange(config, ctx.config.mode)

  await inTransaction(ctx, async (inTx) => {
    const shop = await lockShop(inTx, merchant)
    const isUntouched = shop.updatedAt === 0
    if (isUntouched) await applyChange(inTx, { shop, change })
  })
}
