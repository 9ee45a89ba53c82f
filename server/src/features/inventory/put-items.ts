import { AppError } from '../../lib/errors.js'
import type { TxContext } from '../../platform/context.js'
import { type Catalogue, updateCatalogue } from './catalogue-store.js'
import { imageBytes } from './image-rules.js'
import type { Item } from './item.js'
import { upsertItems } from './store.js'

/** An item as it was and as it will be. */
export type ItemUpdate = { before: Item | null; after: Item }

/** What one merchant may have: enough for a department store, too little to fill somebody else's disk. */
const limits = { items: 250_000, textBytes: 134_217_728, imageBytes: 2_147_483_648 }

/**
 * Puts new and changed items into a catalogue that the transaction holds.
 *
 * @throws {AppError} `invalid_input` when the catalogue is full.
 */
export async function putItems(
  ctx: TxContext,
  { catalogue, updates }: { catalogue: Catalogue; updates: readonly ItemUpdate[] },
): Promise<void> {
  const next = updates.reduce(add, { ...catalogue, version: catalogue.version + 1 })
  requireRoom(next)

  const items = updates.map(({ after }) => after)
  await upsertItems(ctx.db, { merchant: catalogue.merchant, items, version: next.version })
  await updateCatalogue(ctx.db, next)
}

/** A catalogue without one of its items, in the next version. */
export function withoutItem(catalogue: Catalogue, item: Item): Catalogue {
  return {
    ...catalogue,
    version: catalogue.version + 1,
    items: catalogue.items - 1,
    textBytes: catalogue.textBytes - textBytes(item),
    imageBytes: catalogue.imageBytes - imageBytes(item.images),
  }
}

function add(catalogue: Catalogue, { before, after }: ItemUpdate): Catalogue {
  const imagesBefore = before ? imageBytes(before.images) : 0
  return {
    ...catalogue,
    items: catalogue.items + (before ? 0 : 1),
    textBytes: catalogue.textBytes + textBytes(after) - (before ? textBytes(before) : 0),
    imageBytes: catalogue.imageBytes + imageBytes(after.images) - imagesBefore,
  }
}

function requireRoom({ items, textBytes, imageBytes }: Catalogue): void {
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
