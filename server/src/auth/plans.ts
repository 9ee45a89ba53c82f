import type { Cents } from '../lib/money.js'
import type { UnixMs } from '../lib/time.js'
import type { LimitsInForce, PlanKey } from '../platform/limits/limit-settings.js'
import type { LimitName } from '../platform/limits/limits.js'
import { type Scope, scopes } from './scopes.js'

/** The developer plans, the smallest first. */
export const plans = {
  starter: {
    name: 'Starter',
    limit: 'starter-calls',
    scopes: allExcept('users:read', 'graphql:read'),
  },
  pro: { name: 'Pro', limit: 'pro-calls', scopes },
  enterprise: {
    name: 'Enterprise',
    limit: 'enterprise-calls',
    scopes,
  },
} as const satisfies Record<PlanKey, { name: string; limit: LimitName; scopes: readonly Scope[] }>

export type Plan = keyof typeof plans

/** Returns the price of 30 days of a plan. A plan without a price is free. */
export function planPriceOf(
  { limits }: { limits: Pick<LimitsInForce, 'settings'> },
  plan: Plan,
): Cents {
  return limits.settings.planPrices[plan]
}

/** The time that one payment for a plan grants. */
export const planSeconds = 30 * 24 * 60 * 60

/** Returns the plan of a subscription at a time: the starter plan once a paid plan has ended. */
export function planAt(
  { plan, paidUntil }: { plan: Plan; paidUntil: UnixMs | null },
  now: UnixMs,
): Plan {
  return paidUntil === null || paidUntil > now ? plan : 'starter'
}

/** Returns the rank of a plan: 0 for the smallest. */
export function rankOf(plan: Plan): number {
  return Object.keys(plans).indexOf(plan)
}

function allExcept(...excluded: Scope[]): readonly Scope[] {
  return scopes.filter((scope) => !excluded.includes(scope))
}
