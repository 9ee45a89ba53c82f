import { type Cents, cents } from '../lib/money.js'
import type { UnixMs } from '../lib/time.js'
import type { LimitName } from '../platform/limits/limits.js'
import { type Scope, scopes } from './scopes.js'

/** The developer plans, the smallest first. */
export const plans = {
  starter: {
    name: 'Starter',
    priceCents: cents(0n),
    limit: 'starter-calls',
    scopes: without('users:read', 'graphql:read'),
  },
  pro: { name: 'Pro', priceCents: cents(39_900n), limit: 'pro-calls', scopes },
  enterprise: {
    name: 'Enterprise',
    priceCents: cents(50_000n),
    limit: 'enterprise-calls',
    scopes,
  },
} as const satisfies Record<
  string,
  { name: string; priceCents: Cents; limit: LimitName; scopes: readonly Scope[] }
>

export type Plan = keyof typeof plans
export type PaidPlan = Exclude<Plan, 'starter'>

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

function without(...excluded: Scope[]): readonly Scope[] {
  return scopes.filter((scope) => !excluded.includes(scope))
}
