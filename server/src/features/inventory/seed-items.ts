import type { Address } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import { storeImages } from '../media/store-images.js'
import { getCatalog } from './catalog-store.js'
import { changeCatalog } from './change-catalog.js'
import { readChange, requireMerged } from './change-item.js'
import type { ItemFields } from './item.js'
import { putItems, stampItem } from './put-items.js'
import type { UpsertItemBody } from './schemas.js'

/**
 * Adds initial items to a catalog that never had any, so deleted items do not come back. Of
 * concurrent calls, the first one wins. The audit log has no entry, because no user made the
 * change.
 *
 * @throws {AppError} `invalid_input`.
 */
export async function seedItems(
  ctx: Context,
  { merchant, items }: { merchant: Address; items: readonly UpsertItemBody[] },
): Promise<void> {
  // Decoding the pictures takes time, so it is not repeated at every start.
  if ((await getCatalog(ctx.db, merchant)).version !== 0) return
  const seeds: ItemFields[] = []
  for (const item of items) {
    const fields = requireMerged(null, readChange(ctx, item))
    seeds.push({ ...fields, images: await storeImages(ctx, fields.images) })
  }

  await changeCatalog(ctx, {
    merchant,
    async change(inTx, catalog) {
      if (catalog.version !== 0) return

      const before = null
      const updates = seeds.map((fields) => ({
        before,
        after: stampItem(ctx, { merchant, before, fields }),
      }))
      await putItems(inTx, { catalog, updates })
    },
  })
}
