import type { Author } from '../../auth/caller.js'
import { AppError } from '../../lib/errors.js'
import type { Context } from '../../platform/context.js'
import { recordChange } from '../audit/record-change.js'
import { updateCatalogue } from './catalogue-store.js'
import { changeCatalogue } from './change-catalogue.js'
import { describeFields } from './describe-change.js'
import { withoutItem } from './put-items.js'
import { deleteItem as deleteRow, listItemsById } from './store.js'

/**
 * Deletes an item. Returns false when the merchant has no item with this id.
 *
 * @throws {AppError} `id_required`.
 */
export async function deleteItem(
  ctx: Context,
  { by, id }: { by: Author; id: string },
): Promise<boolean> {
  const { merchant } = by
  if (id === '') throw new AppError('id_required', 'id is required.')

  return changeCatalogue(ctx, {
    merchant,
    async change(inTx, catalogue) {
      const { db } = inTx
      const [item] = await listItemsById(db, { merchant, ids: [id] })
      if (!item) return false

      const version = catalogue.version + 1
      await deleteRow(db, { merchant, id, version, deletedAt: ctx.now() })
      await updateCatalogue(db, { ...withoutItem(catalogue, item), version })
      const before = describeFields(item)
      await recordChange(inTx, { by, action: 'item.deleted', target: id, before, after: null })
      return true
    },
  })
}
