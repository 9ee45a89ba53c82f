import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { CatalogChanges } from './catalog-index.js'
import type { IndexedItem } from './item-columns.js'

/** The size of a chunk that takes a few milliseconds to index. */
const maxText = 65_536
const maxItems = 250

/** Catalogs of ordinary size are loaded at full speed. */
const fullSpeedMs = 500

/** Lets other requests run after work that took some milliseconds. */
export type Pause = (tookMs: number) => Promise<void>

/** Creates the pauses of a load. After a while they leave half of the time to others. */
export function createPause(): Pause {
  let spentMs = 0
  return async (tookMs) => {
    spentMs += tookMs
    await (spentMs < fullSpeedMs ? nextTurn() : sleep(tookMs))
  }
}

/** Splits items into chunks and lets other requests run in between. */
export async function* chunkItems(
  items: readonly IndexedItem[],
  pause: Pause,
): AsyncGenerator<CatalogChanges> {
  let chunk: IndexedItem[] = []
  let text = 0
  for (const item of items) {
    chunk.push(item)
    text += item.name.length + item.description.length + item.tags.length * 20
    if (chunk.length < maxItems && text < maxText) continue

    const startedAt = performance.now()
    yield { items: chunk, deleted: [] }
    await pause(performance.now() - startedAt)
    chunk = []
    text = 0
  }
  if (chunk.length > 0) yield { items: chunk, deleted: [] }
}
