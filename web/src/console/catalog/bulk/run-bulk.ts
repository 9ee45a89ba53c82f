import { toApiError } from '../../api/api-error.js'
import type { Item, ItemChange } from '../use-items.js'

/** An item before and after a change. */
export type Changed = { before: Item; after: Item }

export type BulkResult = {
  changed: readonly Changed[]
  failed: readonly { item: Item; message: string }[]
}

type RunInput = {
  items: readonly Item[]
  changeOf(item: Item): ItemChange | null
  save(item: Item, change: ItemChange): Promise<Item>
  onProgress(done: number): void
  signal: AbortSignal
}

/** A browser has six connections, and other work goes on meanwhile. */
const parallel = 3

/** Changes items one by one. Those that fail stay as they are, and the others are changed. */
export async function runBulk(input: RunInput): Promise<BulkResult> {
  const { items, changeOf, save, onProgress, signal } = input
  const changed: Changed[] = []
  const failed: { item: Item; message: string }[] = []
  const waiting = [...items]
  let done = 0
  const work = async () => {
    for (let item = waiting.shift(); item && !signal.aborted; item = waiting.shift()) {
      const change = changeOf(item)
      try {
        if (change) changed.push({ before: item, after: await save(item, change) })
      } catch (error) {
        failed.push({ item, message: toApiError(error).message })
      }
      done += 1
      onProgress(done)
    }
  }
  await Promise.all(Array.from({ length: parallel }, work))
  return { changed, failed }
}
