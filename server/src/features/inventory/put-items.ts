import { setImmediate as nextTurn } from 'node:timers/promises'
import { type AppError, invalidInput } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import { recordLiveChanges } from '../../platform/live-changes/record-live-change.js'
import { type Catalog, updateCatalog } from './catalog-store.js'
import { imageBytes } from './image-rules.js'
import type { Item, ItemFields } from './item.js'
import { upsertItems } from './store.js'

/** An item before and after a change. */
export type ItemUpdate = { before: Item | null; after: Item }

/** The limits of one merchant's catalog. */
const limits = { items: 250_000, textBytes: 134_217_728, imageBytes: 2_147_483_648 }

/** Items per statement, and updates between two pauses for other requests. */
const batchSize = 250

/**
 * Writes new and changed items to a catalog that the transaction has locked, in one version.
 *
 * @throws {AppError} `invalid_input` when the catalog is full.
 */
export async function putItems(
  ctx: TxContext,
  input: {
    catalog: Catalog
    updates: readonly ItemUpdate[]
    /** Called with the number of items written so far. */
    onWritten?: (count: number) => void
  },
): Promise<void> {
  const { catalog, updates, onWritten } = input
  const next = await requireBelowLimit(catalog, updates)
  const { merchant, version } = next
  for (let at = 0; at < updates.length; at += batchSize) {
    const items = updates.slice(at, at + batchSize).map(({ after }) => after)
    await upsertItems(ctx.db, { merchant, items, version })
    onWritten?.(at + items.length)
  }
  await updateCatalog(ctx.db, next)
  const created = updates.filter(({ before }) => before === null)
  const changes = { created, updated: updates.filter(({ before }) => before !== null) }
  for (const change of ['created', 'updated'] as const) {
    const ids = changes[change].map(({ after }) => after.id)
    await recordLiveChanges(ctx.db, { merchant, kind: 'item', ids, change })
  }
}

/**
 * Returns the catalog after some updates, in the next version.
 *
 * @throws {AppError} `invalid_input` when it exceeds a limit.
 */
export async function requireBelowLimit(
  catalog: Catalog,
  updates: readonly ItemUpdate[],
): Promise<Catalog> {
  let next = { ...catalog, version: catalog.version + 1 }
  for (let at = 0; at < updates.length; at += batchSize) {
    if (at > 0) await nextTurn()
    next = updates.slice(at, at + batchSize).reduce(add, next)
  }
  refuseFull(next)
  return next
}

/** Returns an item with these fields, updated now. A new item gets an id. */
export function stampItem(
  ctx: Pick<TxContext, 'now' | 'newId'>,
  { merchant, before, fields }: { merchant: Address; before: Item | null; fields: ItemFields },
): Item {
  const now = ctx.now()
  const start = before ?? { merchant, id: ctx.newId('itm'), reservedQty: 0, createdAt: now }
  return { ...start, ...fields, revision: (before?.revision ?? 0) + 1, updatedAt: now }
}

/** Returns a catalog without one of its items. */
export function withoutItem(catalog: Catalog, item: Item): Catalog {
  return {
    ...catalog,
    items: catalog.items - 1,
    textBytes: catalog.textBytes - textBytes(item),
    imageBytes: catalog.imageBytes - imageBytes(item.images),
  }
}

function add(catalog: Catalog, { before, after }: ItemUpdate): Catalog {
  const otherItems = before ? withoutItem(catalog, before) : catalog
  return {
    ...otherItems,
    items: otherItems.items + 1,
    textBytes: otherItems.textBytes + textBytes(after),
    imageBytes: otherItems.imageBytes + imageBytes(after.images),
  }
}

function refuseFull({ items, textBytes, imageBytes }: Catalog): void {
  if (items > limits.items) throw catalogFull(`has at most ${limits.items} items`)
  if (textBytes > limits.textBytes) throw catalogFull('has at most 128 MiB of text')
  if (imageBytes > limits.imageBytes) throw catalogFull('has at most 2 GiB of images')
}

function catalogFull(limit: string): AppError {
  return invalidInput(`A catalog ${limit}. Delete some first.`)
}

function textBytes({ sku, name, description, category, tags, ...item }: Item): number {
  const variant = [item.parentSku ?? '', ...Object.entries(item.options).flat()]
  const attributes = JSON.stringify(item.attributes)
  const texts = [sku, name, description, category, ...tags, ...variant, attributes]
  return texts.reduce((sum, text) => sum + text.length, 0)
}
