import { type Cents, cents } from '../lib/money.js'
import type { LimitName } from '../platform/limits/limits.js'
import { type Scope, scopes } from './scopes.js'

/** The developer plans. */
export const plans = {
  starter: {
    priceCents: cents(0n),
    limit: 'starter-calls',
    scopes: without('users:read', 'graphql:read'),
  },
  pro: { priceCents: cents(39_900n), limit: 'pro-calls', scopes },
  enterprise: { priceCents: cents(50_000n), limit: 'enterprise-calls', scopes },
} as const satisfies Record<
  string,
  { priceCents: Cents; limit: LimitName; scopes: readonly Scope[] }
>

export type Plan = keyof typeof plans

function without(...excluded: Scope[]): readonly Scope[] {
  return scopes.filter((scope) => !excluded.includes(scope))
}
