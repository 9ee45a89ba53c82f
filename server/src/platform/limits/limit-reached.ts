import { AppError } from '../../lib/errors.js'
import { DAY_MS, MINUTE_MS } from '../../lib/time.js'
import type { Limit, LimitOwner } from './limit.js'
import { type LimitName, limits } from './limits.js'

type ReachedLimit = {
  owner: LimitOwner
  ownerKey?: string | undefined
  max: number
  /** When to try again: Unix ms. */
  resetAt: number
  /** The time until then by the real clock, for the header `retry-after`. */
  retryAfterMs?: number | undefined
  /** Replaces the general message. */
  message?: string | undefined
}

/** The error for a reached limit. Its body names the limit and when to retry. */
export class LimitReached extends AppError {
  readonly limit: LimitName
  readonly owner: LimitOwner
  /** The wallet of a merchant, or another key of the owner, where it is known. */
  readonly ownerKey: string | null
  readonly max: number

  constructor(limit: LimitName, reached: ReachedLimit) {
    const { resetAt, retryAfterMs, message = describe(limit, reached) } = reached
    super('rate_limited', message, { fields: { limit, resetAt }, retryAfterMs })
    this.limit = limit
    this.owner = reached.owner
    this.ownerKey = reached.ownerKey ?? null
    this.max = reached.max
  }
}

/** Returns the error for a reached limit. */
export function limitReached(limit: LimitName, reached: ReachedLimit): LimitReached {
  return new LimitReached(limit, reached)
}

export const ownerNames: Record<LimitOwner, string> = {
  request: 'request',
  receipt: 'receipt',
  wallet: 'wallet',
  person: 'person',
  subscription: 'subscription',
  merchant: 'merchant',
  network: 'network address',
  platform: 'platform',
}

function describe(name: LimitName, { owner, max }: ReachedLimit): string {
  const { counts, windowMs }: Limit = limits[name]
  const scope: string[] = []
  if (windowMs !== undefined) scope.push(nameWindow(windowMs))
  if (owner !== 'platform') scope.push(ownerNames[owner])
  const per = scope.length === 0 ? '' : ` per ${scope.join(' and ')}`
  return `The limit of ${max} ${counts}${per} is reached. Try again after resetAt.`
}

/** Returns a window as it follows "per": `minute`, `day` or `10 minutes`. */
export function nameWindow(windowMs: number): string {
  if (windowMs === MINUTE_MS) return 'minute'
  return windowMs === DAY_MS ? 'day' : `${windowMs / MINUTE_MS} minutes`
}
