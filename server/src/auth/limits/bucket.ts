/** What a bucket has left. Handed out as it is, and reused. */
export type LiveBudget = {
  /** The call must be refused. */
  readonly isOver: boolean
  /** Calls per window. */
  limit: number
  /** Calls left in it for everybody, as far as this process knows. Never negative. */
  remaining: number
  /** When the window ends: Unix ms by the database's clock. */
  resetAt: number
  /** The same, from now. Always positive. */
  resetInMs: number
}

/** What one process knows and holds of a budget. Times ending in `Ms` are of its monotonic clock. */
export type Bucket = {
  readonly name: string
  /** One for each verdict: who reads late may find other figures, but never the other verdict. */
  readonly allowed: LiveBudget
  readonly refused: LiveBudget
  /** Calls in order of arrival. While there are any, none can be answered at once. */
  readonly waiting: { resolve(budget: LiveBudget): void; reject(error: unknown): void }[]
  limit: number
  /** Leased calls that are still to be spent, in this window. */
  unspent: number
  leasedAtMs: number
  hotLeases: number
  /** By the database's clock; names the window. */
  endsAt: number
  /** Never later than the real end, so nothing of this window is spent in the next. */
  endsAtMs: number
  isAsking: boolean
  /** Waiting calls got nothing at first and wait for a second look. */
  isHeld: boolean
  /** The window in which that has happened: once is enough. */
  heldIn: number | null
  /** Ticks since calls were asked for, came or were held, whichever was last. */
  ticks: number
  refuseUntilMs: number
  /** The store is not to be relied on: this process counts by itself. */
  isAlone: boolean
  /** Calls it has let pass so, which the store does not know of yet. They are the first to be leased. */
  owed: number
  askAgainAtMs: number
}

/** A bucket of which nothing is known yet. */
export function createBucket(name: string): Bucket {
  const budget = { limit: 0, remaining: 0, resetAt: 0, resetInMs: 0 }
  return {
    name,
    allowed: { isOver: false, ...budget },
    refused: { isOver: true, ...budget },
    waiting: [],
    limit: 0,
    unspent: 0,
    leasedAtMs: Number.NEGATIVE_INFINITY,
    hotLeases: 0,
    endsAt: 0,
    endsAtMs: Number.NEGATIVE_INFINITY,
    isAsking: false,
    isHeld: false,
    heldIn: null,
    ticks: 0,
    refuseUntilMs: Number.NEGATIVE_INFINITY,
    isAlone: false,
    owed: 0,
    askAgainAtMs: 0,
  }
}

/** Takes over a window, with what is left of it as far as this process knows. */
export function openWindow(
  bucket: Bucket,
  window: { limit: number; remaining: number; endsAt: number; endsAtMs: number },
): void {
  bucket.endsAt = window.endsAt
  bucket.endsAtMs = window.endsAtMs
  bucket.allowed.remaining = window.remaining
  bucket.allowed.limit = bucket.refused.limit = window.limit
  bucket.allowed.resetAt = bucket.refused.resetAt = window.endsAt
}

/** Lets a call pass, on a leased call or, for a process that counts alone, on what remains. */
export function allow(bucket: Bucket, nowMs: number): LiveBudget {
  bucket.allowed.remaining -= 1
  bucket.allowed.resetInMs = timeLeft(bucket, nowMs)
  return bucket.allowed
}

/** Lets a call not pass. */
export function refuse(bucket: Bucket, nowMs: number): LiveBudget {
  bucket.refused.resetInMs = timeLeft(bucket, nowMs)
  return bucket.refused
}

/** The answer to a call may come when its window has just ended. */
function timeLeft(bucket: Bucket, nowMs: number): number {
  return Math.max(1, Math.ceil(bucket.endsAtMs - nowMs))
}
