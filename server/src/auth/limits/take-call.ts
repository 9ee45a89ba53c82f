import type { AppError } from '../../lib/errors.js'
import { MINUTE_MS } from '../../lib/time.js'
import type { Limit, LimitKeys, LimitOwner } from '../../platform/limits/limit.js'
import { limitReached } from '../../platform/limits/limit-reached.js'
import { type LimitName, limits } from '../../platform/limits/limits.js'
import type { LimitConfig } from '../../platform/limits/max-of.js'
import { networkKeyOf } from '../../platform/limits/network-address.js'
import type { Budget, Limiter } from './limiter.js'
import { type CountedBudget, listCounted } from './list-counted.js'

/** The limiter that takes calls from budgets, and the limits in force. */
export type LimitContext = { limiter: Limiter; config: LimitConfig }

/** The budget of a call, and the owner it belongs to. */
export type TakenCall = {
  limit: LimitName
  owner: LimitOwner
  ownerKey?: string
  budget: Budget
}

/**
 * Takes one call from the budget of every owner that the limit counts by. Returns the first
 * exceeded one, or else the first. Avoids a promise while leased calls are left. `agreed` replaces
 * the limits of single owners.
 */
export function takeCall(
  { limiter, config }: LimitContext,
  limit: LimitName,
  keys: LimitKeys,
  agreed: Limit['max'] = {},
): TakenCall | Promise<TakenCall> {
  const { windowMs = MINUTE_MS, isPerProcess = false }: Limit = limits[limit]
  const callLimiter = isPerProcess ? limiter.local : limiter
  const [first, ...rest] = listCounted(config, { limit, keys, agreed })
  if (!first) throw new Error(`the limit ${limit} counts by none of its owners`)
  const take = ({
    owner,
    ownerKey,
    bucket,
    max,
  }: CountedBudget): TakenCall | Promise<TakenCall> => {
    const budget = callLimiter.take(bucket, max, windowMs)
    return budget instanceof Promise
      ? budget.then((remaining) => ({ limit, owner, ownerKey, budget: remaining }))
      : { limit, owner, ownerKey, budget }
  }
  const call = take(first)
  if (rest.length === 0) return call
  return call instanceof Promise
    ? call.then((call) => takeRest(call, rest, take))
    : takeRest(call, rest, take)
}

/**
 * Takes one call from the budget of every owner that the limit counts by.
 *
 * @throws {AppError} `rate_limited`.
 */
export async function requireCall(
  counting: LimitContext,
  limit: LimitName,
  keys: LimitKeys,
): Promise<void> {
  const call = await takeCall(counting, limit, keys)
  if (call.budget.isExceeded) throw callsExceeded(call)
}

/** Takes one call of a limit per process, without a promise. Returns the error above it. */
export function takeProcessCall(
  counting: LimitContext,
  limit: LimitName,
  keys: LimitKeys,
): AppError | null {
  const call = takeCall(counting, limit, keys)
  if (call instanceof Promise) throw new Error(`the limit ${limit} does not count per process`)
  return call.budget.isExceeded ? callsExceeded(call) : null
}

/** Returns a call to the budgets of a limit that counts per process. */
export function giveBackCall(
  { limiter, config }: LimitContext,
  limit: LimitName,
  keys: LimitKeys,
): void {
  for (const { bucket } of listCounted(config, { limit, keys })) {
    limiter.local.giveBack(bucket)
  }
}

function takeRest(
  first: TakenCall,
  [next, ...rest]: CountedBudget[],
  take: (counted: CountedBudget) => TakenCall | Promise<TakenCall>,
): TakenCall | Promise<TakenCall> {
  if (!next || first.budget.isExceeded) return first
  const decide = (call: TakenCall) => (call.budget.isExceeded ? call : takeRest(first, rest, take))
  const call = take(next)
  return call instanceof Promise ? call.then(decide) : decide(call)
}

/** Returns the error for an exceeded budget. */
export function callsExceeded({ limit, owner, ownerKey, budget }: TakenCall): AppError {
  const { limit: max, resetAt, resetInMs: retryAfterMs } = budget
  return limitReached(limit, { owner, ownerKey, max, resetAt, retryAfterMs })
}

/**
 * Counts a call that is rejected for its URL or its credentials. Returns the error to send instead
 * when its network address has made too many, or null.
 */
export type CountRejected = (ip: string) => AppError | null

export function createRejectedCount(counting: LimitContext): CountRejected {
  return (ip) => takeProcessCall(counting, 'rejected-calls', { network: networkKeyOf(ip) })
}
