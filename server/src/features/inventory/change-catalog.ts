import type { Address } from '../../lib/hex.js'
import { type Context, inTransaction, type TxContext } from '../../platform/context.js'
import { type Catalog, findCatalogForUpdate, insertEmptyCatalog } from './catalog-store.js'
import { withCatalogMutex } from './with-catalog-mutex.js'

/**
 * Changes a merchant's catalog in a transaction that locks it, one change at a time per process.
 */
export function changeCatalog<Result>(
  ctx: Context,
  input: {
    merchant: Address
    change: (inTx: TxContext, catalog: Catalog) => Promise<Result>
  },
): Promise<Result> {
  const { merchant, change } = input
  const work = () =>
    inTransaction(ctx, async (inTx) => {
      return change(inTx, await lockCatalog(inTx, merchant))
    })
  return withCatalogMutex(ctx, { merchant, work })
}

/**
 * Locks a merchant's catalog until the transaction ends and returns it, even if it is still empty.
 */
export async function lockCatalog(ctx: Pick<TxContext, 'db'>, merchant: Address): Promise<Catalog> {
  const locked = await findCatalogForUpdate(ctx.db, merchant)
  if (locked) return locked

  await insertEmptyCatalog(ctx.db, merchant)
  const created = await findCatalogForUpdate(ctx.db, merchant)
  if (!created) throw new Error(`the catalog of ${merchant} disappeared during its creation`)
  return created
}
