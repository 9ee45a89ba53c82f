import type { Author } from '../../auth/caller.js'
import { AppError, invalidInput } from '../../lib/errors.js'
import { readFields } from '../../lib/fields/read-fields.js'
import type { Address } from '../../lib/hex.js'
import type { Context, TxContext } from '../../platform/context.js'
import { isStale } from '../../platform/http/revisions.js'
import { recordLiveChange } from '../../platform/live-changes/record-live-change.js'
import { recordChange } from '../audit/record-change.js'
import { storeImages } from '../media/store-images.js'
import { updateCatalog } from './catalog-store.js'
import { changeCatalog } from './change-catalog.js'
import { describeChange, describeFields } from './describe-change.js'
import { requireConsistentVariants } from './find-variant-problems.js'
import type { Item, ItemFields } from './item.js'
import { type ItemChange, itemRules } from './item-rules.js'
import { changedFields, mergeItem } from './merge-item.js'
import { putItems, stampItem, withoutItem } from './put-items.js'
import type { UpsertItemBody } from './schemas.js'
import { deleteItem as deleteRow, listItemsById, listItemsBySku } from './store.js'

/** `isStale` if the item has another revision than the caller expects. It is unchanged then. */
type UpsertedItem = { item: Item; created: boolean; isStale: boolean }

/**
 * Creates an item, or updates the given fields of the item with this id or SKU. A change without
 * effect is not recorded.
 *
 * @throws {AppError} `invalid_input`.
 */
export async function upsertItem(
  ctx: Context,
  {
    by,
    body,
    expectedRevision = null,
  }: { by: Author; body: UpsertItemBody; expectedRevision?: number | null },
): Promise<UpsertedItem> {
  const { merchant } = by
  const { images, ...fields } = readChange(ctx, body)
  const change = images ? { ...fields, images: await storeImages(ctx, images) } : fields

  return changeCatalog(ctx, {
    merchant,
    async change(inTx, catalog) {
      const before = await findTarget(inTx, { merchant, id: body.id || null, change })
      if (before && isStale(expectedRevision, before.revision)) {
        return { item: before, created: false, isStale: true }
      }
      const after = stampItem(ctx, { merchant, before, fields: requireMerged(before, change) })
      if (before && changedFields(before, after).length === 0) {
        return { item: before, created: false, isStale: false }
      }

      const updates = [{ before, after }]
      await requireConsistentVariants(inTx, { merchant, updates })
      await putItems(inTx, { catalog, updates })
      await recordChange(inTx, {
        by,
        action: before ? 'item.updated' : 'item.created',
        target: after.id,
        ...describeChange(before, after),
      })
      return { item: after, created: before === null, isStale: false }
    },
  })
}

/**
 * Reads the fields of an item.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readChange(ctx: Pick<Context, 'config'>, body: UpsertItemBody): ItemChange {
  const { accepted, problems } = readFields(itemRules(ctx.config), body)
  if (problems.length > 0) throw invalidInput(problems.join('. '))
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
  if (!withId) throw invalidInput('No item has this id. Omit id to create an item.')
  if (withSku && withSku.id !== id) throw invalidInput(`Another item already has the SKU ${sku}.`)
  return withId
}

/**
 * Returns the fields of an item after a change.
 *
 * @throws {AppError} `invalid_input`.
 */
export function requireMerged(before: Item | null, change: ItemChange): ItemFields {
  const merged = mergeItem(before, change)
  if ('problem' in merged) throw invalidInput(merged.problem)
  return merged.value
}

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

  return changeCatalog(ctx, {
    merchant,
    async change(inTx, catalog) {
      const { db } = inTx
      const [item] = await listItemsById(db, { merchant, ids: [id] })
      if (!item) return false

      const version = catalog.version + 1
      await deleteRow(db, { merchant, id, version, deletedAt: ctx.now() })
      await recordLiveChange(db, { merchant, kind: 'item', id, change: 'deleted' })
      await updateCatalog(db, { ...withoutItem(catalog, item), version })
      const before = describeFields(item)
      await recordChange(inTx, { by, action: 'item.deleted', target: id, before, after: null })
      return true
    },
  })
}
