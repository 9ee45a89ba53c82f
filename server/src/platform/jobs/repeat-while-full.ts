/**
 * Repeats work on batches until one is not full or the job must stop, and returns how many rows they had. `work` takes the
 * size of a full batch and returns the size of its own.
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
