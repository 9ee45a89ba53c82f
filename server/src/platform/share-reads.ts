/**
 * Wraps a read so that callers at the same time share it. No caller gets the result of a read that began before its
 * call, so each sees everything that was committed by then.
 */
export function shareReads<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<void> | null = null
  let next: Promise<Result> | null = null

  function begin(): Promise<Result> {
    next = null
    const result = read()
    const ended = result.then(ignore, ignore).then(() => {
      if (running === ended) running = null
    })
    running = ended
    return result
  }

  return () => {
    if (!running) return begin()
    next ??= running.then(begin)
    return next
  }
}

function ignore(): void {}
