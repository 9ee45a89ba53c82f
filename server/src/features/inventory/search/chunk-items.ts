import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CatalogueChanges } from './catalogue-index.js'
import type { IndexedItem } from './item-columns.js'

/** What takes a few milliseconds to take in: this much text, or so many items if they say little. */
const maxText = 65_536
const maxItems = 250

/** Items in pieces, with everybody else's turn in between. */
export async function* chunkItems(items: readonly IndexedItem[]): AsyncGenerator<CatalogueChanges> {
  let piece: IndexedItem[] = []
  let text = 0
  for (const item of items) {
    piece.push(item)
    text += item.name.length + item.description.length + item.tags.length * 20
    if (piece.length < maxItems && text < maxText) continue

    yield { changed: piece, deleted: [] }
    await nextTurn()
    piece = []
    text = 0
  }
  if (piece.length > 0) yield { changed: piece, deleted: [] }
}
