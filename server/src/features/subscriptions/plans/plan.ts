import { type Address, checksumAddress, type Hash } from '../../../lib/hex.js'
import { type BaseUnits, type Cents, centsToDecimal } from '../../../lib/money.js'
import { HOUR_MS, toUnixSeconds, type UnixMs } from '../../../lib/time.js'
import type { Hex } from '../../../platform/chain/chain.js'

/**
 * The length of each period in seconds. Permissions on chain have windows of fixed length, and a
 * short calendar month could put two charges into one window.
 */
export const periodSeconds = {
  WEEKLY: 604_800,
  BIWEEKLY: 1_209_600,
  MONTHLY: 2_592_000,
  QUARTERLY: 7_776_000,
  YEARLY: 31_536_000,
} as const

export type PlanPeriod = keyof typeof periodSeconds

export const daySeconds = 86_400

export const planPeriods = Object.keys(periodSeconds) as PlanPeriod[]

/** A plan that customers subscribe to, with the version for new subscriptions. */
export type BillingPlan = {
  merchant: Address
  id: string
  name: string
  description: string
  /** Days before the first charge. */
  trialDays: number
  /** Days after a failed charge before the subscription becomes unpaid. */
  graceDays: number
  isActive: boolean
  version: BillingPlanVersion
  createdAt: UnixMs
  /** Counts the changes. */
  revision: number
  updatedAt: UnixMs
}

/** A version with the current name of its plan. */
export type NamedVersion = BillingPlanVersion & { planName: string }

/** Names one version of a plan. */
export type BillingPlanVersionRef = { merchant: Address; planId: string; version: number }

/** The terms that a spender contract has in its code. */
export type BillingPlanVersion = BillingPlanVersionRef & {
  priceCents: Cents
  period: PlanPeriod
  chainId: number
  manager: Address
  token: Address
  /** The wallet that may redirect the payout on chain. */
  owner: Address
  payout: Address
  priceUnits: BaseUnits
  periodSeconds: number
  feeRecipient: Address
  /** The fee on every charge. */
  feeBps: number
  /** The share of the fee recipient in the payout, a split. Zero for a wallet. */
  splitFeeBps: number
  /** The arguments that prove this share on chain. Null without a share. */
  splitRecipients: Hex | null
  splitSalt: Hex | null
  /** May cancel subscriptions on chain, and nothing else. */
  canceler: Address
  planKey: Hash
  spender: Address
  createdAt: UnixMs
  /** When a newer version took its place, or null for the current one. */
  replacedAt: UnixMs | null
}

/** A replaced version stays open this long, for customers who were about to sign. */
export const replacedVersionMs = HOUR_MS

/** Returns whether customers may still subscribe to a version. */
export function isVersionOpen(
  { replacedAt }: Pick<BillingPlanVersion, 'replacedAt'>,
  now: UnixMs,
): boolean {
  return replacedAt === null || now < replacedAt + replacedVersionMs
}

/** Returns a plan as the API shows it, with the permission that a customer would sign now. */
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
    revision: plan.revision,
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
