/** A wait that can be interrupted. Supports one waiter at a time. */
export type Pause = {
  /** Resolves after `ms` or at the next `wake`; at once if it was called since the last wait. */
  wait(ms: number): Promise<void>
  wake(): void
}

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
