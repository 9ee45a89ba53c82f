import type { AppError } from '../../lib/errors.js'
import { MINUTE_MS } from '../../lib/time.js'
import type { Limit, LimitKeys, LimitOwner } from '../../platform/limits/limit.js'
import { limitReached } from '../../platform/limits/limit-reached.js'
import { type LimitName, limits } from '../../platform/limits/limits.js'
import type { LimitConfig } from '../../platform/limits/max-of.js'
import { networkKeyOf } from '../../platform/limits/network-address.js'
import type { Budget, Limiter } from './limiter.js'
import { type Counted, listCounted } from './list-counted.js'

/** The limiter that takes calls from budgets, and the limits in force. */
export type Counting = { limiter: Limiter; config: LimitConfig }

/** The budget of a call, and the owner it belongs to. */
export type TakenCall = { limit: LimitName; owner: LimitOwner; budget: Budget }

/**
 * Takes one call from the budget of every owner that the limit counts by. Returns the first
 * exceeded one, or else the first. Avoids a promise while leased calls are left. `agreed` replaces
 * the limits of single owners.
 */
export function takeCall(
  { limiter, config }: Counting,
  limit: LimitName,
  keys: LimitKeys,
  agreed: Limit['most'] = {},
): TakenCall | Promise<TakenCall> {
  const { windowMs, isPerProcess = false }: Limit = limits[limit]
  const counter = isPerProcess ? limiter.local : limiter
  const [first, ...rest] = listCounted(config, { limit, keys, agreed })
  if (!first) throw new Error(`the limit ${limit} counts by none of its owners`)
  const take = ({ owner, bucket, most }: Counted): TakenCall | Promise<TakenCall> => {
    const budget = counter.take(bucket, most, windowMs ?? MINUTE_MS)
    return budget instanceof Promise
      ? budget.then((given) => ({ limit, owner, budget: given }))
      : { limit, owner, budget }
  }
  const taken = take(first)
  if (rest.length === 0) return taken
  return taken instanceof Promise
    ? taken.then((call) => takeRest(call, rest, take))
    : takeRest(taken, rest, take)
}

/**
 * Takes one call from the budget of every owner that the limit counts by.
 *
 * @throws {AppError} `rate_limited`.
 */
export async function requireCall(
  counting: Counting,
  limit: LimitName,
  keys: LimitKeys,
): Promise<void> {
  const taken = await takeCall(counting, limit, keys)
  if (taken.budget.isExceeded) throw callsExceeded(taken)
}

/**
 * Takes one call of a limit that counts per process, which needs no promise. Returns the error when
 * it is exceeded.
 */
export function takeProcessCall(
  counting: Counting,
  limit: LimitName,
  keys: LimitKeys,
): AppError | null {
  const taken = takeCall(counting, limit, keys)
  if (taken instanceof Promise) throw new Error(`the limit ${limit} does not count per process`)
  return taken.budget.isExceeded ? callsExceeded(taken) : null
}

/** Returns a call to the budgets of a limit that counts per process. */
export function giveBackCall(
  { limiter, config }: Counting,
  limit: LimitName,
  keys: LimitKeys,
): void {
  for (const { bucket } of listCounted(config, { limit, keys })) {
    limiter.local.giveBack(bucket)
  }
}

function takeRest(
  first: TakenCall,
  [next, ...rest]: Counted[],
  take: (counted: Counted) => TakenCall | Promise<TakenCall>,
): TakenCall | Promise<TakenCall> {
  if (!next || first.budget.isExceeded) return first
  const decide = (taken: TakenCall) =>
    taken.budget.isExceeded ? taken : takeRest(first, rest, take)
  const taken = take(next)
  return taken instanceof Promise ? taken.then(decide) : decide(taken)
}

/** Returns the error for an exceeded budget. */
export function callsExceeded({ limit, owner, budget }: TakenCall): AppError {
  const { limit: most, resetAt, resetInMs: retryAfterMs } = budget
  return limitReached(limit, { owner, most, resetAt, retryAfterMs })
}

/**
 * Counts a call that is rejected for its URL or its credentials. Returns the error to send instead
 * when its network address has made too many, or null.
 */
export type CountRejected = (ip: string) => AppError | null

export function createRejectedCount(counting: Counting): CountRejected {
  return (ip) => takeProcessCall(counting, 'rejected-calls', { network: networkKeyOf(ip) })
}
