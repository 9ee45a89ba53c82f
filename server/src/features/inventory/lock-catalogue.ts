import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import { type Catalogue, findCatalogueForUpdate, insertEmptyCatalogue } from './catalogue-store.js'

/** Locks a merchant's catalog until the transaction ends and returns it, even if it is still empty. */
export async function lockCatalogue(
  ctx: Pick<TxContext, 'db'>,
  merchant: Address,
): Promise<Catalogue> {
  const locked = await findCatalogueForUpdate(ctx.db, merchant)
  if (locked) return locked

  await insertEmptyCatalogue(ctx.db, merchant)
  const created = await findCatalogueForUpdate(ctx.db, merchant)
  if (!created) throw new Error(`the catalogue of ${merchant} disappeared during its creation`)
  return created
}
