/** A call was given up. The database may still complete it. */
export class CallAbandoned extends Error {
  override readonly name = 'CallAbandoned'
}

/** Watches calls to the database, so that none is awaited for too long. */
export type CallWatch = {
  /** Settles like `call`, or rejects with `CallAbandoned` at the limit. */
  watch<Result>(call: Promise<Result>, limitMs: number): Promise<Result>
  /** Gives up all calls now, for this reason. */
  abandonAll(reason: unknown): void
  close(): void
}

type WatchedCall = { ticks: number; mostTicks: number; abandon: (reason?: unknown) => void }

/** Times count ticks, so that a process that was itself paused does not blame the database. */
const tickMs = 100
const slowTicks = 5

/** Creates a watch. `onSlow` runs while a call takes half a second or longer. */
export function createCallWatch(onSlow: () => void): CallWatch {
  const calls = new Set<WatchedCall>()
  let timer: NodeJS.Timeout | null = null

  function tick(): void {
    let isSlow = false
    for (const call of calls) {
      call.ticks += 1
      if (call.ticks >= slowTicks) isSlow = true
      if (call.ticks > call.mostTicks) call.abandon()
    }
    if (isSlow) onSlow()
    if (calls.size === 0) stop()
  }

  function stop(): void {
    if (timer) clearInterval(timer)
    timer = null
  }

  return {
    watch(call, limitMs) {
      timer ??= setInterval(tick, tickMs).unref()
      return new Promise((resolve, reject) => {
        const watched = {
          ticks: 0,
          mostTicks: limitMs / tickMs,
          abandon(cause?: unknown) {
            calls.delete(watched)
            reject(new CallAbandoned('The data store did not respond in time', { cause }))
          },
        }
        calls.add(watched)
        call.then(
          (result) => {
            calls.delete(watched)
            resolve(result)
          },
          (error) => {
            calls.delete(watched)
            reject(error)
          },
        )
      })
    },
    abandonAll(reason) {
      for (const { abandon } of [...calls]) abandon(reason)
    },
    close: stop,
  }
}
