import type { JobKind } from './use-job.js'

/** Remembers the job of a kind that this browser has started, so that a reload finds its result. */
const keyOf = (merchant: string, kind: JobKind) => `tallystick.${kind}.${merchant}`

export function rememberJob(merchant: string, kind: JobKind, id: string): void {
  try {
    localStorage.setItem(keyOf(merchant, kind), id)
  } catch {
    // Without storage, a job that ended during the reload is not shown.
  }
}

export function recallJob(merchant: string, kind: JobKind): string | null {
  try {
    return localStorage.getItem(keyOf(merchant, kind))
  } catch {
    return null
  }
}

export function forgetJob(merchant: string, kind: JobKind): void {
  try {
    localStorage.removeItem(keyOf(merchant, kind))
  } catch {
    // Nothing was stored either.
  }
}
