import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CatalogueChanges } from './catalogue-index.js'
import type { IndexedItem } from './item-columns.js'

/** The size of a chunk that takes a few milliseconds to index. */
const maxText = 65_536
const maxItems = 250

/** Splits items into chunks and lets other requests run in between. */
export async function* chunkItems(items: readonly IndexedItem[]): AsyncGenerator<CatalogueChanges> {
  let chunk: IndexedItem[] = []
  let text = 0
  for (const item of items) {
    chunk.push(item)
    text += item.name.length + item.description.length + item.tags.length * 20
    if (chunk.length < maxItems && text < maxText) continue

    yield { changed: chunk, deleted: [] }
    await nextTurn()
    chunk = []
    text = 0
  }
  if (chunk.length > 0) yield { changed: chunk, deleted: [] }
}
