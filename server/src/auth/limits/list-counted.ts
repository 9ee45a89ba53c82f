import {
  type Limit,
  type LimitKeys,
  type LimitOwner,
  limitOwners,
} from '../../platform/limits/limit.js'
import type { LimitName } from '../../platform/limits/limits.js'
import { type LimitConfig, mostOf, mostOfOwner } from '../../platform/limits/most-of.js'
import { siteInHash } from '../network-hash.js'

/** A site of IPv6 may use as much as this many network addresses, but at most a quarter of what the platform allows. */
const networksPerSite = 16

/** The budget of one owner, and the bucket that counts it. */
export type Counted = { limit: LimitName; owner: LimitOwner; bucket: string; most: number }

/**
 * Lists the budgets that a limit has for these owners, the smallest owner first. The platform always counts. A limit
 * with a figure for the platform also counts by the /48 network of IPv6, so that a single site cannot use it up.
 * `agreed` replaces single figures of the limit.
 */
export function listCounted(
  config: LimitConfig,
  { limit, keys, agreed = {} }: { limit: LimitName; keys: LimitKeys; agreed?: Limit['most'] },
): Counted[] {
  const counted: Counted[] = []
  for (const owner of limitOwners) {
    const key = owner === 'platform' ? '' : keys[owner]
    if (key === undefined) continue
    const most = agreed[owner] ?? mostOfOwner(config, limit, { owner, key })
    if (most === null) continue
    counted.push({ limit, owner, bucket: bucketOf(limit, owner, key), most })
    const site = owner === 'network' ? siteInHash(key) : null
    const inAll = agreed.platform ?? mostOf(config, limit, 'platform')
    if (site !== null && inAll !== null) {
      const mostOfSite = Math.max(most, Math.min(networksPerSite * most, Math.floor(inAll / 4)))
      counted.push({ limit, owner, bucket: `${limit}:site:${site}`, most: mostOfSite })
    }
  }
  return counted
}

/** Returns the name of the bucket that counts what an owner uses of a limit. */
export function bucketOf(limit: LimitName, owner: LimitOwner, key: string): string {
  return `${limit}:${owner}:${key}`
}
