/** Runs work now, or in a later turn of the event loop when this turn has had enough. */
export type Pace = (cost: number, run: () => void) => void

/**
 * Creates a limit on the work of one turn of the event loop, such as the bytes that it writes. More
 * at once would delay all other calls until the last of it is done. Work runs in order.
 */
export function createPace(maxPerTurn: number): Pace {
  const queue: { cost: number; run: () => void }[] = []
  let spent = 0
  let isScheduled = false

  function spend(cost: number, run: () => void): void {
    spent += cost
    if (!isScheduled) {
      isScheduled = true
      setImmediate(beginTurn)
    }
    run()
  }

  function beginTurn(): void {
    isScheduled = false
    spent = 0
    while (spent < maxPerTurn) {
      const next = queue.shift()
      if (!next) return
      spend(next.cost, next.run)
    }
  }

  return (cost, run) => {
    if (spent < maxPerTurn && queue.length === 0) spend(cost, run)
    else queue.push({ cost, run })
  }
}
