/** Runs work under the same key one at a time, in this process. */
export type KeyedMutex = {
  /** Runs `work` after all earlier work under the key, and returns its result. */
  runExclusive<Result>(key: string, work: () => Promise<Result>): Promise<Result>
}

/**
 * Queues work in memory that would otherwise wait for a row lock, where each waiter occupies a
 * database connection. Separate processes still wait for each other in the database.
 */
export function createKeyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<unknown>>()

  return {
    async runExclusive(key, work) {
      const previous = last.get(key) ?? Promise.resolve()
      const current = previous.then(work, work)
      const settled = current.catch(() => undefined)
      last.set(key, settled)
      try {
        return await current
      } finally {
        if (last.get(key) === settled) last.delete(key)
      }
    },
  }
}
