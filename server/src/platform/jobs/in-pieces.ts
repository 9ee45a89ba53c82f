/**
 * Works through what a list has, a piece at a time, until it has no full piece any more or the job is to leave off.
 * Returns how much was done. What is worked on has to drop out of the list by that.
 */
export async function inPieces<Item>(
  signal: AbortSignal,
  { list, work }: { list: (limit: number) => Promise<Item[]>; work: (item: Item) => Promise<void> },
): Promise<number> {
  let done = 0
  for (;;) {
    const piece = await list(pieceSize)
    for (const item of piece) {
      if (signal.aborted) return done
      await work(item)
      done += 1
    }
    if (piece.length < pieceSize) return done
  }
}

const pieceSize = 100
