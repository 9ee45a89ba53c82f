import type { Author } from '../../auth/caller.js'
import { AppError } from '../../lib/errors.js'
import { readFields } from '../../lib/fields/read-fields.js'
import type { Address } from '../../lib/hex.js'
import type { Context, TxContext } from '../../platform/context.js'
import { recordChange } from '../audit/record-change.js'
import { storeImages } from '../media/store-images.js'
import { changeCatalogue } from './change-catalogue.js'
import { describeChange } from './describe-change.js'
import type { Item } from './item.js'
import { type ItemChange, itemRules } from './item-rules.js'
import { changedFields, mergeItem } from './merge-item.js'
import { putItems, stampItem } from './put-items.js'
import type { UpsertItemBody } from './schemas.js'
import { listItemsById, listItemsBySku } from './store.js'

/**
 * Creates an item, or updates the given fields of the item with this id or SKU. A change without effect is not recorded.
 *
 * @throws {AppError} `invalid_input`.
 */
export async function upsertItem(
  ctx: Context,
  { by, body }: { by: Author; body: UpsertItemBody },
): Promise<{ item: Item; created: boolean }> {
  const { merchant } = by
  const checked = checkChange(ctx, body)
  const { images } = checked
  const change = images ? { ...checked, images: await storeImages(ctx, images) } : checked

  return changeCatalogue(ctx, {
    merchant,
    async change(inTx, catalogue) {
      const before = await findTarget(inTx, { merchant, id: body.id || null, change })
      const after = applyChange(ctx, { merchant, before, change })
      if (before && changedFields(before, after).length === 0) {
        return { item: before, created: false }
      }

      await putItems(inTx, { catalogue, updates: [{ before, after }] })
      await recordChange(inTx, {
        by,
        action: before ? 'item.updated' : 'item.created',
        target: after.id,
        ...describeChange(before, after),
      })
      return { item: after, created: before === null }
    },
  })
}

function checkChange(ctx: Context, body: UpsertItemBody): ItemChange {
  const { accepted, problems } = readFields(itemRules(ctx.config), body)
  if (problems.length > 0) throw new AppError('invalid_input', problems.join('. '))
  return accepted
}

/** Returns the item to update, or null. An unknown id is an error, an unknown SKU is a new item. */
async function findTarget(
  ctx: TxContext,
  { merchant, id, change }: { merchant: Address; id: string | null; change: ItemChange },
): Promise<Item | null> {
  const { sku } = change
  const [withSku = null] = sku ? await listItemsBySku(ctx.db, { merchant, skus: [sku] }) : []
  if (id === null) return withSku

  const [withId] = await listItemsById(ctx.db, { merchant, ids: [id] })
  if (!withId)
    throw new AppError('invalid_input', 'No item has this id. Omit id to create an item.')
  if (withSku && withSku.id !== id) {
    throw new AppError('invalid_input', `Another item already has the SKU ${sku}.`)
  }
  return withId
}

function applyChange(
  ctx: Context,
  { merchant, before, change }: { merchant: Address; before: Item | null; change: ItemChange },
): Item {
  const fields = mergeItem(before, change)
  if ('problem' in fields) throw new AppError('invalid_input', fields.problem)
  return stampItem(ctx, { merchant, before, fields: fields.value })
}
