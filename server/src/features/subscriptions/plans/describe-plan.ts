import { checksumAddress } from '../../../lib/hex.js'
import { centsToDecimal } from '../../../lib/money.js'
import { toUnixSeconds, type UnixMs } from '../../../lib/time.js'
import { type BillingPlan, daySeconds } from './plan.js'

/** Returns a plan as the API shows it, with the values of the permission that a customer would sign now. */
export function describePlan(plan: BillingPlan, now: UnixMs) {
  const { version, trialDays } = plan
  return {
    planId: plan.id,
    name: plan.name,
    description: plan.description,
    priceUsd: centsToDecimal(version.priceCents),
    period: version.period,
    trialDays,
    graceDays: plan.graceDays,
    active: plan.isActive,
    createdAt: plan.createdAt,
    updatedAt: plan.updatedAt,
    wallet: checksumAddress(plan.merchant),
    permission: {
      manager: checksumAddress(version.manager),
      spender: checksumAddress(version.spender),
      token: checksumAddress(version.token),
      chainId: version.chainId,
      allowance: String(version.priceUnits),
      periodSeconds: version.periodSeconds,
      ...(trialDays > 0 && { start: toUnixSeconds(now) + trialDays * daySeconds }),
    },
  }
}
