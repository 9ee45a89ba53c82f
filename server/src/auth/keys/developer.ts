import { type Address, checksumAddress } from '../../lib/hex.js'
import { type LimitConfig, maxOfMerchant } from '../../platform/limits/max-of.js'
import { type Plan, plans } from '../plans.js'
import type { Scope } from '../scopes.js'

/** A caller with a developer key. */
export type Developer = {
  readonly kind: 'developer'
  keyId: string
  wallet: Address
  /** With checksum. Computed once, because that costs more than the rest of a short request. */
  shownWallet: string
  /** Scopes of the key that its plan includes. */
  scopes: readonly Scope[]
  /** The limit of the plan, unless other terms were agreed. */
  limit: (typeof plans)[Plan]['limit']
  agreedCallsPerMinute: number | null
  /** Whether the merchant is suspended. */
  isSuspended: boolean
  /** Rate limit bucket. All keys of a subscription share one. */
  bucket: string
}

/** A key and the terms of its subscription. Without one, the starter plan applies. */
export type KeyTerms = {
  keyId: string
  merchant: Address
  scopes: readonly Scope[]
  subscriptionId: string | null
  plan: Plan | null
  /** Overrides the limit of the plan. */
  callsPerMinute: number | null
  isSuspended: boolean
}

/** Returns the caller for a key, with its scopes and limits. */
export function toDeveloper(terms: KeyTerms): Developer {
  const plan = planOf(terms)
  return {
    kind: 'developer',
    keyId: terms.keyId,
    wallet: terms.merchant,
    shownWallet: checksumAddress(terms.merchant),
    scopes: scopesOf(terms),
    limit: plan.limit,
    agreedCallsPerMinute: terms.callsPerMinute,
    isSuspended: terms.isSuspended,
    bucket: `plan:${terms.merchant}:${terms.subscriptionId ?? terms.keyId}`,
  }
}

/** Returns the calls that a developer may make per minute, with all keys of a subscription. */
export function callsPerMinuteOf(
  config: Pick<LimitConfig, 'limits'>,
  { limit, wallet, agreedCallsPerMinute }: Developer,
): number {
  return agreedCallsPerMinute ?? maxOfMerchant(config, limit, wallet)
}

/** Returns the scopes of a key that its plan includes. */
export function scopesOf(terms: KeyTerms): readonly Scope[] {
  const included: readonly Scope[] = planOf(terms).scopes
  return terms.scopes.filter((scope) => included.includes(scope))
}

function planOf({ plan }: KeyTerms) {
  return plans[plan ?? 'starter']
}
