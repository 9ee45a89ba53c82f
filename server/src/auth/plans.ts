import { type Scope, scopes } from './scopes.js'

/** What each developer plan includes. */
export const plans = {
  starter: { callsPerMinute: 60, scopes: without('users:read', 'graphql:read') },
  pro: { callsPerMinute: 600, scopes },
  enterprise: { callsPerMinute: 3_000, scopes },
} as const satisfies Record<string, { callsPerMinute: number; scopes: readonly Scope[] }>

export type Plan = keyof typeof plans

function without(...excluded: Scope[]): readonly Scope[] {
  return scopes.filter((scope) => !excluded.includes(scope))
}
