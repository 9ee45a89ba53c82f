/** Measures how long the event loop was blocked by work in one turn. */
export type LoopWatch = {
  /** Returns whether the loop was blocked for at least half of the last `ms`. */
  wasBlocked(ms: number): boolean
  close(): void
}

const tickMs = 25

/** A shorter turn delays timers too little to count. */
const longTurnMs = 25

/** No timeout of the database is longer. */
const keptMs = 60_000

/** Starts to watch the event loop of this process. */
export function watchLoop(): LoopWatch {
  let lastTick = performance.now()
  let blocks: { from: number; to: number }[] = []

  function tick() {
    const now = performance.now()
    const block = { from: lastTick + tickMs, to: now }
    lastTick = now
    if (block.to - block.from < longTurnMs) return
    blocks = blocks.filter(({ to }) => to > now - keptMs)
    blocks.push(block)
  }
  const timer = setInterval(tick, tickMs)
  timer.unref()

  return {
    wasBlocked(ms) {
      // After a long turn, the timer that failed a query may run before this one.
      tick()
      const start = lastTick - ms
      const blocked = blocks.reduce(
        (sum, { from, to }) => sum + Math.max(0, to - Math.max(from, start)),
        0,
      )
      return blocked >= ms / 2
    },
    close: () => clearInterval(timer),
  }
}
