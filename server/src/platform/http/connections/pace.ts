export type Pace = {
  /** Runs work now, or in a later turn of the event loop when this turn has had enough. */
  run(cost: number, work: () => void): void
  /** Adds what work of this turn costs beyond what was known when it began. */
  add(cost: number): void
}

/**
 * Creates a limit on the work of one turn of the event loop, such as the bytes that it writes. More
 * at once would delay all other calls until the last of it is done. Work runs in order.
 */
export function createPace(maxPerTurn: number): Pace {
  const queue: { cost: number; work: () => void }[] = []
  let spent = 0
  let isScheduled = false

  function add(cost: number): void {
    spent += cost
    if (isScheduled || cost === 0) return
    isScheduled = true
    setImmediate(beginTurn)
  }

  function beginTurn(): void {
    isScheduled = false
    spent = 0
    while (spent < maxPerTurn) {
      const next = queue.shift()
      if (!next) return
      add(next.cost)
      next.work()
    }
  }

  return {
    run(cost, work) {
      if (spent >= maxPerTurn || queue.length > 0) {
        queue.push({ cost, work })
        return
      }
      add(cost)
      work()
    },
    add,
  }
}
