import type { AppError } from '../../lib/errors.js'
import { MINUTE_MS } from '../../lib/time.js'
import type { Config } from '../../platform/config/config.js'
import { limitReached } from '../../platform/limits/limit-reached.js'
import {
  type Limit,
  type LimitKeys,
  type LimitName,
  type LimitOwner,
  limitOwners,
  limits,
  mostOf,
} from '../../platform/limits/limits.js'
import type { Budget, Limiter } from './limiter.js'

/** The budget of a call, and the owner it belongs to. */
export type TakenCall = { limit: LimitName; owner: LimitOwner; budget: Budget }

type Counted = { owner: LimitOwner; bucket: string; most: number }

/**
 * Takes one call from the budget of every owner that the limit counts by. Returns the first exceeded one, or else the
 * first. Avoids a promise while leased calls are left. `agreed` replaces the limits of single owners.
 */
export function takeCall(
  { limiter, config }: { limiter: Limiter; config: Pick<Config, 'mode'> },
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
    ? taken.then((one) => takeRest(one, rest, take))
    : takeRest(taken, rest, take)
}

/** Returns a call to the budgets of a limit that counts per process. */
export function giveBackCall(
  { limiter, config }: { limiter: Limiter; config: Pick<Config, 'mode'> },
  limit: LimitName,
  keys: LimitKeys,
): void {
  for (const { bucket } of listCounted(config, { limit, keys, agreed: {} })) {
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

function listCounted(
  config: Pick<Config, 'mode'>,
  { limit, keys, agreed }: { limit: LimitName; keys: LimitKeys; agreed: Limit['most'] },
): Counted[] {
  const counted: Counted[] = []
  for (const owner of limitOwners) {
    const key = owner === 'platform' ? '' : keys[owner]
    if (key === undefined) continue
    const most = agreed[owner] ?? mostOf(config, limit, owner)
    if (most !== null) counted.push({ owner, bucket: `${limit}:${owner}:${key}`, most })
  }
  return counted
}

/** Returns the error for an exceeded budget. */
export function callsExceeded({ limit, owner, budget }: TakenCall): AppError {
  const { limit: most, resetAt, resetInMs: retryAfterMs } = budget
  return limitReached(limit, { owner, most, resetAt, retryAfterMs })
}
