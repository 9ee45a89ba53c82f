import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import { getShopConfig } from './get-shop-config.js'
import { mergeConfig } from './merge-config.js'
import type { ShopConfig, ShopConfigChange } from './schemas.js'
import { checkChange } from './shop-rules.js'

/**
 * Returns the configuration that a merchant would have with a change, which is not saved.
 *
 * @throws {AppError} `invalid_input`.
 */
export async function previewShopConfig(
  ctx: Pick<TxContext, 'db' | 'config'>,
  { merchant, change }: { merchant: Address; change: ShopConfigChange },
): Promise<ShopConfig> {
  const settings = checkChange(change, ctx.config.mode)
  return mergeConfig(await getShopConfig(ctx, merchant), settings)
}
