/** A wait that can be cut short. */
export type Pause = {
  /** Resolves after `ms`, or as soon as somebody wakes it; at once if that happened since the last wait. */
  wait(ms: number): Promise<void>
  wake(): void
}

/** For one waiter at a time. */
export function createPause(): Pause {
  let isAwake = false
  let end: (() => void) | null = null

  return {
    wait(ms) {
      if (isAwake) {
        isAwake = false
        return Promise.resolve()
      }
      return new Promise((resolve) => {
        const timer = setTimeout(finish, ms)
        function finish() {
          clearTimeout(timer)
          end = null
          isAwake = false
          resolve()
        }
        end = finish
      })
    },
    wake() {
      isAwake = true
      end?.()
    },
  }
}
