import type { Config } from '../config/config.js'
import { accessLimits } from './areas/access-limits.js'
import { catalogueLimits } from './areas/catalogue-limits.js'
import { eventLimits } from './areas/event-limits.js'
import { moneyLimits } from './areas/money-limits.js'
import { peopleLimits } from './areas/people-limits.js'
import { sellingLimits } from './areas/selling-limits.js'
import { storageLimits } from './areas/storage-limits.js'
import { subscriptionLimits } from './areas/subscription-limits.js'
import { visitLimits } from './areas/visit-limits.js'
import type { Limit, LimitOwner } from './limit.js'

/** Every limit on what callers may use. docs/limits.md is generated from it. */
export const limits = {
  ...accessLimits,
  ...visitLimits,
  ...sellingLimits,
  ...subscriptionLimits,
  ...moneyLimits,
  ...eventLimits,
  ...storageLimits,
  ...catalogueLimits,
  ...peopleLimits,
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof limits

/** Keeps examples and tests on one machine from being throttled. */
const sandboxFactor = 100

/** Returns the most that an owner may use, or null without a limit. A sandbox allows network addresses more. */
export function mostOf(
  { mode }: Pick<Config, 'mode'>,
  name: LimitName,
  owner: LimitOwner,
): number | null {
  const { most }: Limit = limits[name]
  const count = most[owner]
  if (count === undefined) return null
  return owner === 'network' && mode === 'sandbox' ? count * sandboxFactor : count
}
