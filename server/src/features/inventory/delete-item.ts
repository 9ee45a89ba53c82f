import type { Author } from '../../auth/caller.js'
import type { Context } from '../../platform/context.js'
import { recordChange } from '../audit/record-change.js'
import { updateCatalogue } from './catalogue-store.js'
import { describeFields } from './describe-change.js'
import { holdCatalogue } from './hold-catalogue.js'
import { withoutItem } from './put-items.js'
import { deleteItem as deleteRow, listItemsById } from './store.js'

/** Deletes an item. `false` when the merchant has none with this id. */
export async function deleteItem(
  ctx: Context,
  { by, id }: { by: Author; id: string },
): Promise<boolean> {
  const { merchant } = by

  return ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx }
    const catalogue = await holdCatalogue(inTx, merchant)
    const [item] = await listItemsById(tx, { merchant, ids: [id] })
    if (!item) return false

    const next = withoutItem(catalogue, item)
    await deleteRow(tx, { merchant, id, version: next.version, deletedAt: ctx.now() })
    await updateCatalogue(tx, next)
    const before = describeFields(item)
    await recordChange(inTx, { by, action: 'item.deleted', target: id, before, after: null })
    return true
  })
}
