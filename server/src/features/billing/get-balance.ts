import { listPlanSubscriptions, type PlanSubscription } from '../../auth/merchants/plan-store.js'
import { type Plan, planAt, planPriceOf, plans, rankOf } from '../../auth/plans.js'
import { type Address, checksumAddress } from '../../lib/hex.js'
import { centsToDecimal } from '../../lib/money.js'
import { SECOND_MS, type UnixMs } from '../../lib/time.js'
import type { Context } from '../../platform/context.js'
import { StoreUnavailable } from '../../platform/db/store-unavailable.js'
import { sumGrantedSeconds } from './purchase-store.js'
import type { Balance } from './schemas.js'

/**
 * Returns the remaining time of a merchant's best plan in force, or else of the paid plan that
 * ended last. Returns zeros while the database is unavailable.
 */
export async function getBalance(
  ctx: Pick<Context, 'db' | 'now' | 'config'>,
  merchant: Address,
): Promise<Balance> {
  const wallet = checksumAddress(merchant)
  try {
    const now = ctx.now()
    const subscriptions = await listPlanSubscriptions(ctx.db, merchant)
    const subscription = chooseBest(subscriptions, now)
    if (!subscription) throw new Error(`${merchant} has no subscription`)
    const { id: subscriptionId, paidUntil } = subscription
    const bought = paidUntil ? await sumGrantedSeconds(ctx.db, { merchant, subscriptionId }) : 0
    const remaining = Math.max(0, Math.floor(((paidUntil ?? now) - now) / SECOND_MS))
    // The clock of the process that granted the plan may be ahead of this one.
    const granted = Math.max(bought, remaining)
    const plan = planAt(subscription, now)
    return {
      ok: true,
      wallet,
      ...describeTime({ granted, remaining }),
      expiresAt: paidUntil,
      plan: describePlan(ctx.config, { key: plan, paidUntil }),
      updatedAt: now,
    }
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    return {
      ok: true,
      wallet,
      ...describeTime({ granted: 0, remaining: 0 }),
      expiresAt: null,
      plan: null,
      updatedAt: 0,
      degraded: true,
      reason: 'datastore_unavailable',
    }
  }
}

function chooseBest(all: readonly PlanSubscription[], now: UnixMs): PlanSubscription | undefined {
  const rankNow = (subscription: PlanSubscription) => rankOf(planAt(subscription, now))
  const endOf = ({ paidUntil }: PlanSubscription) => paidUntil ?? 0
  return all.toSorted((a, b) => rankNow(b) - rankNow(a) || endOf(b) - endOf(a))[0]
}

function describeTime({ granted, remaining }: { granted: number; remaining: number }) {
  return {
    balance: remaining,
    unit: 'seconds' as const,
    grantedSeconds: granted,
    usedSeconds: granted - remaining,
    remainingSeconds: remaining,
  }
}

function describePlan(
  config: Context['config'],
  { key, paidUntil }: { key: Plan; paidUntil: UnixMs | null },
): Balance['plan'] {
  const { name } = plans[key]
  const renewsAt = key === 'starter' ? null : paidUntil
  return { key, name, priceUsd: centsToDecimal(planPriceOf(config, key)), renewsAt }
}
