import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import type { Shop } from './complete-shop.js'
import { findShopForUpdate, insertEmptyShop } from './store.js'

/** A merchant's shop, which nobody else can change until the transaction ends. Also when it is empty yet. */
export async function lockShop(ctx: Pick<TxContext, 'db'>, merchant: Address): Promise<Shop> {
  const held = await findShopForUpdate(ctx.db, merchant)
  if (held) return held

  await insertEmptyShop(ctx.db, merchant)
  const made = await findShopForUpdate(ctx.db, merchant)
  if (!made) throw new Error(`the shop of ${merchant} vanished while it was being made`)
  return made
}
