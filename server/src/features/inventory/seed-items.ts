import { AppError } from '../../lib/errors.js'
import { readFields } from '../../lib/fields/read-fields.js'
import type { Address } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import { storeImages } from '../media/store-images.js'
import { findVersion } from './catalogue-store.js'
import { changeCatalogue } from './change-catalogue.js'
import type { ItemFields } from './item.js'
import { itemRules } from './item-rules.js'
import { mergeItem } from './merge-item.js'
import { putItems, stampItem } from './put-items.js'
import type { UpsertItemBody } from './schemas.js'

/**
 * Adds initial items to a catalog that never had any, so deleted items do not come back. Of concurrent calls, the
 * first one wins. The audit log has no entry, because no user made the change.
 *
 * @throws {AppError} `invalid_input`.
 */
export async function seedItems(
  ctx: Context,
  { merchant, items }: { merchant: Address; items: readonly UpsertItemBody[] },
): Promise<void> {
  // Decoding the pictures takes time, so it is not repeated at every start.
  if ((await findVersion(ctx.db, merchant)) !== 0) return
  const seeds: ItemFields[] = []
  for (const item of items) {
    const fields = readSeed(ctx, item)
    seeds.push({ ...fields, images: await storeImages(ctx, fields.images) })
  }

  await changeCatalogue(ctx, {
    merchant,
    async change(inTx, catalogue) {
      const isUntouched = catalogue.version === 0
      if (!isUntouched) return

      const before = null
      const updates = seeds.map((fields) => ({
        before,
        after: stampItem(ctx, { merchant, before, fields }),
      }))
      await putItems(inTx, { catalogue, updates })
    },
  })
}

function readSeed(ctx: Pick<Context, 'config'>, item: UpsertItemBody): ItemFields {
  const { accepted, problems } = readFields(itemRules(ctx.config), item)
  if (problems.length > 0) throw new AppError('invalid_input', problems.join('. '))

  const merged = mergeItem(null, accepted)
  if ('problem' in merged) throw new AppError('invalid_input', merged.problem)
  return merged.value
}
