/**
 * Wraps a read so that callers at the same time share it: those of one turn, and those that wait
 * for a running read. No caller gets the result of a read that began before its call, so each sees
 * everything that was committed by then.
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
    next ??= (running ?? startOfRead).then(begin)
    return next
  }
}

/** Lets the callers of one turn share the first read too. */
const startOfRead = Promise.resolve()

function ignore(): void {}

/** Shares the result of one call. After a failure, the function is called again. */
export function callOnce<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let reading: Promise<Result> | null = null
  return () => {
    reading ??= read().catch((error: unknown) => {
      reading = null
      throw error
    })
    return reading
  }
}

/** Wraps a read like `shareReads`. Only callers with equal keys share. */
export function shareReadsByKey<Input, Result>(
  read: (input: Input) => Promise<Result>,
  keyOf: (input: Input) => string,
): (input: Input) => Promise<Result> {
  const shared = new Map<string, { read: () => Promise<Result>; callers: number }>()
  return async (input) => {
    const key = keyOf(input)
    const entry = shared.get(key) ?? { read: shareReads(() => read(input)), callers: 0 }
    shared.set(key, entry)
    entry.callers += 1
    try {
      return await entry.read()
    } finally {
      entry.callers -= 1
      if (entry.callers === 0) shared.delete(key)
    }
  }
}
