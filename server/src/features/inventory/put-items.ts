import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import { type Catalogue, updateCatalogue } from './catalogue-store.js'
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
  { catalogue, updates }: { catalogue: Catalogue; updates: readonly ItemUpdate[] },
): Promise<void> {
  const next = await requireBelowLimit(catalogue, updates)
  const { merchant, version } = next
  for (let at = 0; at < updates.length; at += batchSize) {
    const items = updates.slice(at, at + batchSize).map(({ after }) => after)
    await upsertItems(ctx.db, { merchant, items, version })
  }
  await updateCatalogue(ctx.db, next)
}

/**
 * Returns the catalog after some updates, in the next version.
 *
 * @throws {AppError} `invalid_input` when it exceeds a limit.
 */
export async function requireBelowLimit(
  catalogue: Catalogue,
  updates: readonly ItemUpdate[],
): Promise<Catalogue> {
  let next = { ...catalogue, version: catalogue.version + 1 }
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
  const kept = before ?? { merchant, id: ctx.newId('itm'), reservedQty: 0, createdAt: now }
  return { ...kept, ...fields, updatedAt: now }
}

/** Returns a catalog without one of its items. */
export function withoutItem(catalogue: Catalogue, item: Item): Catalogue {
  return {
    ...catalogue,
    items: catalogue.items - 1,
    textBytes: catalogue.textBytes - textBytes(item),
    imageBytes: catalogue.imageBytes - imageBytes(item.images),
  }
}

function add(catalogue: Catalogue, { before, after }: ItemUpdate): Catalogue {
  const rest = before ? withoutItem(catalogue, before) : catalogue
  return {
    ...rest,
    items: rest.items + 1,
    textBytes: rest.textBytes + textBytes(after),
    imageBytes: rest.imageBytes + imageBytes(after.images),
  }
}

function refuseFull({ items, textBytes, imageBytes }: Catalogue): void {
  if (items > limits.items) throw full(`has at most ${limits.items} items`)
  if (textBytes > limits.textBytes) throw full('has at most 128 MiB of text')
  if (imageBytes > limits.imageBytes) throw full('has at most 2 GiB of images')
}

function full(what: string): AppError {
  return new AppError('invalid_input', `A catalogue ${what}. Delete some first.`)
}

function textBytes({ sku, name, description, category, tags, attributes }: Item): number {
  const texts = [sku, name, description, category, ...tags, JSON.stringify(attributes)]
  return texts.reduce((sum, text) => sum + text.length, 0)
}
