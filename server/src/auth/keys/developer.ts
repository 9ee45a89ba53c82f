import { type Address, checksumAddress } from '../../lib/hex.js'
import { type Plan, plans } from '../plans.js'
import type { Scope } from '../scopes.js'

/** The holder of a developer key, as the caller of a request. */
export type Developer = {
  readonly kind: 'developer'
  keyId: string
  wallet: Address
  /** With its checksum, worked out once: that costs more than the rest of a short request. */
  shownWallet: string
  /** What both the key and its plan allow. */
  scopes: readonly Scope[]
  callsPerMinute: number
  /** What the calls count against: the subscription, whichever of its keys is used. */
  bucket: string
}

/** A key and the terms of its subscription; without one it has those everybody begins with. */
export type KeyTerms = {
  keyId: string
  merchant: Address
  scopes: readonly Scope[]
  subscriptionId: string | null
  plan: Plan | null
  /** In place of the plan's own figure. */
  callsPerMinute: number | null
}

/** What the holder of a key may do, and how often. */
export function toDeveloper(terms: KeyTerms): Developer {
  const plan = plans[terms.plan ?? 'starter']
  const included: readonly Scope[] = plan.scopes
  return {
    kind: 'developer',
    keyId: terms.keyId,
    wallet: terms.merchant,
    shownWallet: checksumAddress(terms.merchant),
    scopes: terms.scopes.filter((scope) => included.includes(scope)),
    callsPerMinute: terms.callsPerMinute ?? plan.callsPerMinute,
    bucket: `plan:${terms.merchant}:${terms.subscriptionId ?? terms.keyId}`,
  }
}
