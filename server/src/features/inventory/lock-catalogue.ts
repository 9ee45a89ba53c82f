import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import { type Catalogue, findCatalogueForUpdate, insertEmptyCatalogue } from './catalogue-store.js'

/** A merchant's catalogue, which nobody else can change until the transaction ends. Also when it is empty yet. */
export async function lockCatalogue(
  ctx: Pick<TxContext, 'db'>,
  merchant: Address,
): Promise<Catalogue> {
  const held = await findCatalogueForUpdate(ctx.db, merchant)
  if (held) return held

  await insertEmptyCatalogue(ctx.db, merchant)
  const made = await findCatalogueForUpdate(ctx.db, merchant)
  if (!made) throw new Error(`the catalogue of ${merchant} vanished while it was being made`)
  return made
}
