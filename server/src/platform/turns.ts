/** Lets work under the same name happen one after the other, in this process. */
export type Turns = {
  /** Does the work when everything before it under the same name is done, and returns what it returns. */
  take<Result>(name: string, work: () => Promise<Result>): Promise<Result>
}

/**
 * Whoever has to wait for a row waits here instead of in the database, where each would keep a connection
 * that others need. Processes still wait for each other there.
 */
export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>()

  return {
    async take(name, work) {
      const before = last.get(name) ?? Promise.resolve()
      const turn = before.then(work, work)
      const settled = turn.catch(() => undefined)
      last.set(name, settled)
      try {
        return await turn
      } finally {
        if (last.get(name) === settled) last.delete(name)
      }
    },
  }
}
