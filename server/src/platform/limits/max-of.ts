import type { LimitOwner } from './limit.js'
import type { LimitsInForce } from './limit-settings.js'
import type { LimitName } from './limits.js'

/** The part of the configuration that decides limits. */
export type LimitConfig = { mode: 'sandbox' | 'live'; limits: LimitsInForce }

/** Keeps examples and tests on one machine from being throttled. */
const sandboxFactor = 100
/** The database counts in 32 bits. */
const maxCount = 2_000_000_000
/** A /48 network of IPv6 may use as much as this many addresses, up to a quarter of the whole. */
const networksPerSite = 16

/** Returns the maximum of an owner, or null. A sandbox allows networks more. */
export function maxOf(
  { mode, limits }: LimitConfig,
  name: LimitName,
  owner: LimitOwner,
): number | null {
  const count = limits.settings.max[name][owner]
  if (count === undefined) return null
  if (owner !== 'network' || mode === 'live') return count
  return Math.min(count * sandboxFactor, maxCount)
}

/** Returns the maximum of an owner, or null. A merchant may have a limit of its own. */
export function maxOfOwner(
  config: LimitConfig,
  name: LimitName,
  { owner, key }: { owner: LimitOwner; key: string },
): number | null {
  const max = maxOf(config, name, owner)
  return max === null || owner !== 'merchant' ? max : maxOfMerchant(config, name, key)
}

/** Returns the maximum of a merchant, or of each of its subscriptions, for such a limit. */
export function maxOfMerchant(
  { limits }: Pick<LimitConfig, 'limits'>,
  name: LimitName,
  merchant: string,
): number {
  const { merchant: perMerchant, subscription } = limits.settings.max[name]
  const count = limits.merchants.get(merchant)?.[name] ?? perMerchant ?? subscription
  if (count === undefined) throw new Error(`the limit ${name} does not count by merchant`)
  return count
}

/** Returns the maximum of a request, for a limit that counts requests. */
export function maxOfRequest({ limits }: Pick<LimitConfig, 'limits'>, name: LimitName): number {
  const count = limits.settings.max[name].request
  if (count === undefined) throw new Error(`the limit ${name} does not count by request`)
  return count
}

/** Returns the maximum of an IPv6 /48, so that one site cannot use up the shared capacity. */
export function maxOfSite(maxOfNetwork: number, platformMax: number | null): number {
  const share = platformMax === null ? Number.POSITIVE_INFINITY : Math.floor(platformMax / 4)
  return Math.max(maxOfNetwork, Math.min(networksPerSite * maxOfNetwork, share))
}
