import { accessLimits } from './areas/access-limits.js'
import { catalogLimits } from './areas/catalog-limits.js'
import { eventLimits } from './areas/event-limits.js'
import { moneyLimits } from './areas/money-limits.js'
import { peopleLimits } from './areas/people-limits.js'
import { sellingLimits } from './areas/selling-limits.js'
import { storageLimits } from './areas/storage-limits.js'
import { subscriptionLimits } from './areas/subscription-limits.js'
import { visitLimits } from './areas/visit-limits.js'
import type { Limit } from './limit.js'

/** Every limit on what callers may use, with its default. docs/limits.md is generated from it. */
export const limits = {
  ...accessLimits,
  ...visitLimits,
  ...sellingLimits,
  ...subscriptionLimits,
  ...moneyLimits,
  ...eventLimits,
  ...storageLimits,
  ...catalogLimits,
  ...peopleLimits,
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof limits
