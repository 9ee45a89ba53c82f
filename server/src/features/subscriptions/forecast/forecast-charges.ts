import { SECOND_MS, toUnixSeconds, type UnixMs, unixMs } from '../../../lib/time.js'
import type { PermissionState } from '../charging/attempt/read-permission-states.js'
import { findPeriod, isWhole, type Period } from '../periods.js'
import type { NamedVersion } from '../plans/plan.js'
import type { Subscription } from '../subscription.js'

/**
 * Why a charge will fail: too little balance or allowance, the permission was revoked, has ended,
 * or ends before the charge.
 */
export const failureReasons = ['balance', 'allowance', 'revoked', 'expired', 'ends_before'] as const
export type FailureReason = (typeof failureReasons)[number]

/** `unknown` when the contracts did not respond as expected. */
type Outcome =
  | { kind: 'expected' }
  | { kind: 'unknown' }
  | { kind: 'failing'; reason: FailureReason }

/** A subscription that can be charged, with its terms and the state of its permission on chain. */
export type Candidate = {
  subscription: Subscription
  version: NamedVersion
  state: PermissionState | null
}

/** A charge that falls into the forecast. */
export type ForecastCharge = Candidate & { at: UnixMs; outcome: Outcome }

type Range = { now: UnixMs; until: UnixMs }
type DueCharge = { at: UnixMs; failure: 'expired' | 'ends_before' | null }

/**
 * Forecasts the charges before `until` in the order in which they will be made. Charges of one
 * customer reduce the same balance and allowance, so that a customer with money for two charges
 * fails at the third.
 */
export function forecastCharges(candidates: readonly Candidate[], range: Range): ForecastCharge[] {
  const spentUnits = new Map<string, bigint>()
  const revoked = new Set<string>()
  return candidates
    .flatMap((candidate) => listDue(candidate, range).map((due) => ({ candidate, due })))
    .toSorted((a, b) => a.due.at - b.due.at || compareIds(a.candidate, b.candidate))
    .flatMap(({ candidate, due: { at, failure } }) => {
      const { id } = candidate.subscription
      if (revoked.has(id)) return []
      const outcome: Outcome = failure ? failing(failure) : takeCharge(candidate, spentUnits)
      // The first failed charge ends the subscription.
      if (outcome.kind === 'failing' && outcome.reason === 'revoked') revoked.add(id)
      return [{ ...candidate, at, outcome }]
    })
}

function compareIds(a: Candidate, b: Candidate): number {
  return a.subscription.id < b.subscription.id ? -1 : 1
}

/** Lists when charges are due, up to the first one that the permission does not cover. */
function listDue({ subscription, state }: Candidate, { now, until }: Range): DueCharge[] {
  const { permission, dueAt } = subscription
  const { start, end, period: length } = permission
  if (end <= toUnixSeconds(now)) return [{ at: now, failure: 'expired' }]

  const all: DueCharge[] = []
  const current = findPeriod(permission, now)
  if (
    current &&
    isWhole(permission, current.index) &&
    isOpen(subscription, { period: current, state })
  ) {
    const at = dueAt !== null && dueAt > now ? dueAt : now
    if (at < until) all.push({ at, failure: null })
  }
  for (let index = current ? current.index + 1 : 0; ; index += 1) {
    const seconds = start + index * length
    if (seconds * SECOND_MS >= until) return all
    const isCovered = isWhole(permission, index)
    all.push({ at: unixMs(seconds * SECOND_MS), failure: isCovered ? null : 'ends_before' })
    if (!isCovered) return all
  }
}

/** Returns whether the current period will be charged: its charge is pending, due, or retried. */
function isOpen(
  { chargedPeriod, dueAt }: Subscription,
  { period, state }: { period: Period; state: PermissionState | null },
): boolean {
  if (chargedPeriod !== null && chargedPeriod >= period.index) return false
  if (state?.chargedStart === toUnixSeconds(period.startAt)) return false
  return dueAt === null || dueAt < period.endAt
}

/** Decides whether a charge will succeed, and takes its price from what the customer has left. */
function takeCharge(
  { subscription, version, state }: Candidate,
  spentUnits: Map<string, bigint>,
): Outcome {
  if (!state) return { kind: 'unknown' }
  if (state.isRevoked) return failing('revoked')

  const { account, token } = subscription.permission
  const { priceUnits, manager } = version
  const balanceKey = `${account} ${token}`
  const allowanceKey = `${balanceKey} ${manager}`
  const spentOf = (key: string) => spentUnits.get(key) ?? 0n
  if (state.balance - spentOf(balanceKey) < priceUnits) return failing('balance')
  if (state.allowance - spentOf(allowanceKey) < priceUnits) return failing('allowance')
  for (const key of [balanceKey, allowanceKey]) spentUnits.set(key, spentOf(key) + priceUnits)
  return { kind: 'expected' }
}

function failing(reason: FailureReason): Outcome {
  return { kind: 'failing', reason }
}
