import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import type { Shop } from './complete-shop.js'
import { findShopForUpdate, insertEmptyShop } from './store.js'

/** Locks a merchant's shop until the transaction ends. Creates an empty shop if there is none. */
export async function lockShop(ctx: Pick<TxContext, 'db'>, merchant: Address): Promise<Shop> {
  const locked = await findShopForUpdate(ctx.db, merchant)
  if (locked) return locked

  await insertEmptyShop(ctx.db, merchant)
  const created = await findShopForUpdate(ctx.db, merchant)
  if (!created) throw new Error(`the shop of ${merchant} vanished while it was being created`)
  return created
}
