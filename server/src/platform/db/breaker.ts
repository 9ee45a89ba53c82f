/** A circuit breaker: fails fast while the database is unavailable. */
export type Breaker = {
  /** Returns whether a caller may try now. After the pause, one caller at a time is admitted as a probe. */
  admit(): boolean
  succeed(): void
  fail(): void
  isOpen(): boolean
}

/** Creates a closed breaker, which admits every caller until the first failure. */
export function createBreaker(options: { pauseMs: number; monotonicMs: () => number }): Breaker {
  let openUntil: number | null = null

  return {
    admit() {
      if (openUntil === null) return true
      if (options.monotonicMs() < openUntil) return false
      // This caller is the probe; others are rejected until it succeeds or the pause ends again.
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
