/** Keeps callers from waiting on a database that has just shown that it is away. */
export type Breaker = {
  /** Whether a caller may try now. After a pause, one caller at a time is let through as a probe. */
  admit(): boolean
  succeed(): void
  fail(): void
  isOpen(): boolean
}

/** A closed breaker: everybody is admitted until the first failure. */
export function createBreaker(options: { pauseMs: number; monotonicMs: () => number }): Breaker {
  let openUntil: number | null = null

  return {
    admit() {
      if (openUntil === null) return true
      if (options.monotonicMs() < openUntil) return false
      // The caller becomes the probe; the others wait until it succeeds or the pause has passed again.
      openUntil = options.monotonicMs() + options.pauseMs
      return true
    },
    succeed() {
      openUntil = null
    },
    fail() {
      openUntil = options.monotonicMs() + options.pauseMs
    },
    isOpen: () => openUntil !== null,
  }
}
