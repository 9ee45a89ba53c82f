import type { EventEmitter } from 'node:events'

export type ConnectionArrivals = {
  /** Returns whether connections arrived faster than they were accepted, a moment ago or now. */
  isFlooded(): boolean
  /** Resolves after a turn of the event loop without a new connection, or after `maxWaitMs`. */
  untilAccepted(maxWaitMs: number): Promise<void>
}

/** More than 16 handles accept in two turns. A few browsers together open fewer. */
const floodFrom = 33
const floodMs = 500

/**
 * Observes new connections. Each listening handle accepts one per turn of the event loop, so others
 * wait in the queue of the system. When that is full, the system drops connections, and clients
 * retry after seconds. Many new connections in turns in a row mean that more are waiting.
 */
export function observeArrivals(server: Pick<EventEmitter, 'on'>): ConnectionArrivals {
  let total = 0
  /** New connections in turns in a row. */
  let streak = 0
  let isWatching = false
  let floodedUntil = 0

  function watch(lastTotal: number): void {
    afterNextTurn(() => {
      if (total === lastTotal) {
        isWatching = false
        streak = 0
      } else watch(total)
    })
  }

  server.on('connection', () => {
    total += 1
    streak += 1
    if (streak >= floodFrom) floodedUntil = performance.now() + floodMs
    if (isWatching) return
    isWatching = true
    watch(total)
  })

  return {
    isFlooded: () => performance.now() < floodedUntil,
    untilAccepted(maxWaitMs) {
      const deadline = performance.now() + maxWaitMs
      return new Promise((resolve) => {
        const check = (lastTotal: number) =>
          afterNextTurn(() => {
            if (total === lastTotal || performance.now() >= deadline) resolve()
            else check(total)
          })
        check(total)
      })
    },
  }
}

/** The first callback runs in this turn, the second one after the next poll for connections. */
function afterNextTurn(run: () => void): void {
  setImmediate(() => setImmediate(run))
}
