import { checksumAddress } from '../../../lib/hex.js'
import { centsToDecimal } from '../../../lib/money.js'
import type { UnixMs } from '../../../lib/time.js'
import type { FailureCode } from '../charging/attempt/charge.js'
import { findPeriod } from '../periods.js'
import type { NamedVersion } from '../plans/plan.js'
import type { Subscription } from '../subscription.js'

/** Returns a subscription as the API shows it to its customer and its merchant. */
export function describeSubscription(
  subscription: Subscription,
  input: { version: NamedVersion; lastFailure: FailureCode | null; now: UnixMs },
) {
  const { version, lastFailure, now } = input
  const { permission, status } = subscription
  const current = findPeriod(permission, now)
  return {
    subscriptionId: subscription.id,
    planId: subscription.planId,
    planName: version.planName,
    merchantWallet: checksumAddress(subscription.merchant),
    customerWallet: checksumAddress(permission.account),
    status,
    priceUsd: centsToDecimal(version.priceCents),
    period: version.period,
    nextChargeAt: subscription.nextChargeAt,
    nextAttemptAt: status === 'past_due' ? subscription.dueAt : null,
    lastChargeAt: subscription.lastChargeAt,
    lastChargeStatus: subscription.lastChargeStatus,
    lastChargeFailure: lastFailure,
    failedAttempts: subscription.failedAttempts,
    currentPeriodStart: current?.startAt ?? null,
    currentPeriodEnd: current?.endAt ?? null,
    remainingAllowance: String(remainingAllowance(subscription, { version, now })),
    permissionHash: subscription.permissionHash,
    createdAt: subscription.createdAt,
    canceledAt: subscription.canceledAt,
    onChain: subscription.onChain,
  }
}

/** Returns the fields of a subscription that the API shows to anyone who knows its id. */
export function outlineSubscription(
  { id, status, nextChargeAt }: Subscription,
  { planName }: NamedVersion,
) {
  return { subscriptionId: id, status, planName, nextChargeAt }
}

/** Returns the fields of a subscription in the response to a change. */
export function summarizeSubscription({ id, status, nextChargeAt }: Subscription) {
  return { subscriptionId: id, status, nextChargeAt }
}

/** The spender takes exactly the price, once per period. */
function remainingAllowance(
  { status, permission, chargedPeriod, onChain }: Subscription,
  { version, now }: { version: NamedVersion; now: UnixMs },
): bigint {
  const current = findPeriod(permission, now)
  if (!current || status === 'revoked' || onChain === 'confirmed') return 0n
  return chargedPeriod === current.index
    ? permission.allowance - version.priceUnits
    : permission.allowance
}
