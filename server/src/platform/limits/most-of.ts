import type { LimitOwner } from './limit.js'
import type { LimitsInForce } from './limit-settings.js'
import type { LimitName } from './limits.js'

/** The part of the configuration that decides limits. */
export type LimitConfig = { mode: 'sandbox' | 'live'; limits: LimitsInForce }

/** Keeps examples and tests on one machine from being throttled. */
const sandboxFactor = 100
/** The database counts in 32 bits. */
const maxCount = 2_000_000_000

/** Returns the most that an owner may use, or null without a limit. A sandbox allows network addresses more. */
export function mostOf(
  { mode, limits }: LimitConfig,
  name: LimitName,
  owner: LimitOwner,
): number | null {
  const count = limits.settings.most[name][owner]
  if (count === undefined) return null
  if (owner !== 'network' || mode === 'live') return count
  return Math.min(count * sandboxFactor, maxCount)
}

/** Returns the most that a certain owner may use, or null without a limit. A merchant may have a limit of its own. */
export function mostOfOwner(
  config: LimitConfig,
  name: LimitName,
  { owner, key }: { owner: LimitOwner; key: string },
): number | null {
  const most = mostOf(config, name, owner)
  return most === null || owner !== 'merchant' ? most : mostOfMerchant(config, name, key)
}

/** Returns the most that a merchant, or each of its subscriptions, may use of a limit that counts it. */
export function mostOfMerchant(
  { limits }: Pick<LimitConfig, 'limits'>,
  name: LimitName,
  merchant: string,
): number {
  const { merchant: perMerchant, subscription } = limits.settings.most[name]
  const count = limits.merchants.get(merchant)?.[name] ?? perMerchant ?? subscription
  if (count === undefined) throw new Error(`the limit ${name} does not count by merchant`)
  return count
}

/** Returns the most that a request may use of a limit that counts requests. */
export function mostOfRequest({ limits }: Pick<LimitConfig, 'limits'>, name: LimitName): number {
  const count = limits.settings.most[name].request
  if (count === undefined) throw new Error(`the limit ${name} does not count by request`)
  return count
}
