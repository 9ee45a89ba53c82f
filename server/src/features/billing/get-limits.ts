import { callsPerMinuteOf, toDeveloper } from '../../auth/keys/developer.js'
import { listDeveloperKeys } from '../../auth/keys/key-store.js'
import { listOpenWindows } from '../../auth/limits/limit-store.js'
import { bucketOf } from '../../auth/limits/list-counted.js'
import { receiptLimits, receiptsPerDayOf } from '../../auth/limits/take-receipt.js'
import { createEstablished } from '../../auth/merchants/established.js'
import { listMembers } from '../../auth/merchants/member-store.js'
import { listPlanSubscriptions } from '../../auth/merchants/plan-store.js'
import { findSuspension } from '../../auth/merchants/suspension-store.js'
import { planAt } from '../../auth/plans.js'
import { type Address, checksumAddress } from '../../lib/hex.js'
import { SECOND_MS } from '../../lib/time.js'
import type { Context } from '../../platform/context.js'
import type { Limit } from '../../platform/limits/limit.js'
import { merchantOwnerOf } from '../../platform/limits/limit-settings.js'
import { type LimitName, limits } from '../../platform/limits/limits.js'
import { maxOfMerchant } from '../../platform/limits/max-of.js'
import { countParts } from './read-model/part-store.js'
import type { LimitsResponse } from './schemas.js'

type Windows = Awaited<ReturnType<typeof listOpenWindows>>

/** Limits that do not apply to the operator's own shops. */
const storageLimits: readonly LimitName[] = ['established-kilobytes', 'established-kilobytes-daily']

/** Returns the limits of a merchant that are in force, and how much of them is used. */
export async function getLimits(ctx: Context, merchant: Address): Promise<LimitsResponse> {
  const now = ctx.now()
  const suspension = await findSuspension(ctx.db, merchant)
  const setLimits = ctx.config.limits.merchants.get(merchant)
  const isOwn = ctx.config.ownMerchants.has(merchant)
  const subscriptions = await listPlanSubscriptions(ctx.db, merchant)
  const callers = subscriptions.map(({ id, plan, paidUntil, callsPerMinute }) => {
    const current = planAt({ plan, paidUntil }, now)
    const isInForce = paidUntil === null || paidUntil > now
    const terms = { keyId: '', merchant, scopes: [], subscriptionId: id, isSuspended: false }
    const agreed = isInForce ? callsPerMinute : null
    const caller = toDeveloper({ ...terms, plan: current, callsPerMinute: agreed })
    return { caller, plan: current, paidUntil, subscriptionId: id }
  })
  const ofMerchant = (Object.keys(limits) as LimitName[]).filter(
    (name) => merchantOwnerOf(name) === 'merchant',
  )
  const windows = await listOpenWindows(ctx.db, [
    ...callers.flatMap(({ caller }) =>
      [caller.limit, receiptLimits[caller.limit]].map((name) =>
        bucketOf(name, 'subscription', caller.bucket),
      ),
    ),
    ...ofMerchant.map((name) => bucketOf(name, 'merchant', merchant)),
  ])
  const [keys, members, parts] = await Promise.all([
    listDeveloperKeys(ctx.db, { merchant, now }),
    listMembers(ctx.db, merchant),
    countParts(ctx.db, merchant),
  ])
  const counts: typeof parts = { ...parts, keys: keys.length, members: members.length }

  return {
    ok: true,
    wallet: checksumAddress(merchant),
    isOwn,
    isEstablished: await createEstablished(ctx).has(merchant),
    suspension,
    plans: callers.map(({ caller, ...shown }) => {
      const use = (name: LimitName, max: number) => ({
        isSet: caller.agreedCallsPerMinute !== null || setLimits?.[name] !== undefined,
        ...describeUse(windows, {
          bucket: bucketOf(name, 'subscription', caller.bucket),
          limit: isOwn ? null : max,
        }),
      })
      return {
        ...shown,
        calls: use(caller.limit, callsPerMinuteOf(ctx.config, caller)),
        receipts: use(receiptLimits[caller.limit], receiptsPerDayOf(ctx.config, caller)),
      }
    }),
    limits: ofMerchant.map((name) => {
      const { counts: counted, windowMs }: Limit = limits[name]
      const isUnlimited = isOwn && storageLimits.includes(name)
      const limit = isUnlimited ? null : maxOfMerchant(ctx.config, name, merchant)
      const use = describeUse(windows, { bucket: bucketOf(name, 'merchant', merchant), limit })
      return {
        name,
        counts: counted,
        windowSeconds: windowMs === undefined ? null : windowMs / SECOND_MS,
        isSet: setLimits?.[name] !== undefined,
        ...use,
        ...(windowMs === undefined && { used: counts[name] ?? null }),
      }
    }),
    updatedAt: now,
  }
}

function describeUse(
  windows: Windows,
  { bucket, limit }: { bucket: string; limit: number | null },
): { limit: number | null; used: number | null; resetAt: number | null } {
  // Without a limit, nothing is counted.
  if (limit === null) return { limit, used: null, resetAt: null }
  const window = windows.get(bucket)
  return { limit, used: window?.used ?? 0, resetAt: window?.endsAt ?? null }
}
