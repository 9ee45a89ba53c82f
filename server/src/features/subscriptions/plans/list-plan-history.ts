import type { Address } from '../../../lib/hex.js'
import { type Cents, cents, centsToDecimal } from '../../../lib/money.js'
import type { Context } from '../../../platform/context.js'
import { periodSeconds } from './plan.js'
import { listAllPlans } from './plan-store.js'
import { listVersionUsage, type VersionUsage } from './plan-usage-store.js'

/** Lists all plans of a merchant, also inactive ones, with their versions and subscribers. */
export async function listPlanHistory({ db }: Pick<Context, 'db'>, merchant: Address) {
  const [plans, usage] = await Promise.all([
    listAllPlans(db, merchant),
    listVersionUsage(db, merchant),
  ])
  return plans.map((plan) => {
    const versions = usage.filter(({ planId }) => planId === plan.id)
    return {
      planId: plan.id,
      name: plan.name,
      description: plan.description,
      priceUsd: centsToDecimal(plan.version.priceCents),
      period: plan.version.period,
      trialDays: plan.trialDays,
      graceDays: plan.graceDays,
      active: plan.isActive,
      revision: plan.revision,
      createdAt: plan.createdAt,
      updatedAt: plan.updatedAt,
      monthlyUsd: centsToDecimal(sumMonthly(versions)),
      versions: versions.map((version) => ({
        version: version.version,
        priceUsd: centsToDecimal(version.priceCents),
        period: version.period,
        createdAt: version.createdAt,
        replacedAt: version.replacedAt,
        active: version.active,
        paused: version.paused,
        failing: version.failing,
        ended: version.ended,
      })),
    }
  })
}

/** Returns what the active subscriptions pay in 30 days, rounded down to a cent. */
function sumMonthly(versions: readonly VersionUsage[]): Cents {
  return cents(
    versions.reduce(
      (sum, { priceCents, active, periodSeconds: length }) =>
        sum + (priceCents * BigInt(active) * BigInt(periodSeconds.MONTHLY)) / BigInt(length),
      0n,
    ),
  )
}
