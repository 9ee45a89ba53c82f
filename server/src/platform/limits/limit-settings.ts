import { type Cents, cents } from '../../lib/money.js'
import type { Limit, LimitOwner } from './limit.js'
import { type LimitName, limits } from './limits.js'

/** The keys of the developer plans, the smallest first. */
export const planKeys = ['starter', 'pro', 'enterprise'] as const
export type PlanKey = (typeof planKeys)[number]

/** The numbers that an operator can change while the service runs. */
export type LimitSettings = {
  max: Readonly<Record<LimitName, Limit['max']>>
  /** Prices of 30 days. */
  planPrices: Readonly<Record<PlanKey, Cents>>
  /** The platform's fee on every sale, in basis points. */
  feeBps: number
}

/** The limits in force. The operator's file and single merchants change them while it runs. */
export type LimitsInForce = {
  settings: LimitSettings
  /** Limits of single merchants by wallet, which replace those of the settings. */
  merchants: Map<string, Partial<Record<LimitName, number>>>
  /** The last change of these limits that this process has applied. */
  merchantRevision: number
}

export const defaultLimitSettings: LimitSettings = {
  max: mapLimits(({ max }) => max),
  planPrices: { starter: cents(0n), pro: cents(39_900n), enterprise: cents(50_000n) },
  feeBps: 50,
}

/** Returns the limits of a new process, before any merchant has limits of its own. */
export function createLimits(settings: LimitSettings = defaultLimitSettings): LimitsInForce {
  return { settings, merchants: new Map(), merchantRevision: 0 }
}

/** The owners whose figure an operator can change for a single merchant. */
const merchantOwners = ['subscription', 'merchant'] as const

/** Returns the owner by which a limit counts a merchant, or null when it counts none. */
export function merchantOwnerOf(name: LimitName): 'subscription' | 'merchant' | null {
  const { max }: Limit = limits[name]
  return merchantOwners.find((owner) => max[owner] !== undefined) ?? null
}

export type FigureRange = { min: number; max: number; isWhole: boolean }

/** The database counts in 32 bits. */
const maxFigure = 1_000_000_000

/** Returns the values that a figure of a limit may have, or null when it is fixed. */
export function rangeOf(name: LimitName, owner: LimitOwner): FigureRange | null {
  const { max, isFixed, ceiling = maxFigure, unit }: Limit = limits[name]
  if (isFixed || max[owner] === undefined) return null
  if (unit === 'percent') return { min: 0.01, max: 100, isWhole: false }
  // A request without any value or byte would be useless.
  return { min: owner === 'request' ? 1 : 0, max: ceiling, isWhole: true }
}

/** Returns why a number cannot be a figure, as the end of a sentence, or null. */
export function problemOf(value: unknown, { min, max, isWhole }: FigureRange): string | null {
  const isNumber = typeof value === 'number' && Number.isFinite(value)
  if (isNumber && value >= min && value <= max && (!isWhole || Number.isInteger(value))) return null
  return `must be a ${isWhole ? 'whole ' : ''}number from ${min} to ${max}`
}

function mapLimits<Value>(map: (limit: Limit) => Value): Record<LimitName, Value> {
  const entries = Object.entries<Limit>(limits).map(([name, limit]) => [name, map(limit)])
  return Object.fromEntries(entries)
}
