import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CatalogueChanges } from './catalogue-index.js'
import type { IndexedItem } from './item-columns.js'

/** What takes a few milliseconds to take in: this much text, or so many items if they say little. */
const maxText = 65_536
const maxItems = 250

/** Items in pieces, with everybody else's turn in between. */
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
