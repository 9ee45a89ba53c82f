const batchSize = 100

/**
 * Processes listed items batch by batch until a batch is not full or the job must stop, and returns
 * how many. Processing an item must remove it from the list.
 */
export async function processInBatches<Item>(
  signal: AbortSignal,
  { list, work }: { list: (limit: number) => Promise<Item[]>; work: (item: Item) => Promise<void> },
): Promise<number> {
  let processed = 0
  for (;;) {
    const batch = await list(batchSize)
    for (const item of batch) {
      if (signal.aborted) return processed
      await work(item)
      processed += 1
    }
    if (batch.length < batchSize) return processed
  }
}

/**
 * Repeats work on batches until one is not full or the job must stop, and returns how many rows
 * they had. `work` takes the size of a full batch and returns the size of its own.
 */
export async function repeatWhileFull(
  signal: AbortSignal,
  { batchSize, work }: { batchSize: number; work: (limit: number) => Promise<number> },
): Promise<number> {
  let total = 0
  for (let size = batchSize; size === batchSize && !signal.aborted; total += size) {
    size = await work(batchSize)
  }
  return total
}
