import { type Cents, cents } from '../lib/money.js'
import { type Scope, scopes } from './scopes.js'

/** The developer plans. */
export const plans = {
  starter: {
    priceCents: cents(0n),
    callsPerMinute: 60,
    scopes: without('users:read', 'graphql:read'),
  },
  pro: { priceCents: cents(39_900n), callsPerMinute: 600, scopes },
  enterprise: { priceCents: cents(50_000n), callsPerMinute: 3_000, scopes },
} as const satisfies Record<
  string,
  { priceCents: Cents; callsPerMinute: number; scopes: readonly Scope[] }
>

export type Plan = keyof typeof plans

function without(...excluded: Scope[]): readonly Scope[] {
  return scopes.filter((scope) => !excluded.includes(scope))
}
