import {
  type Limit,
  type LimitKeys,
  type LimitOwner,
  limitOwners,
} from '../../platform/limits/limit.js'
import { type LimitName, limits } from '../../platform/limits/limits.js'
import { type LimitConfig, maxOf, maxOfOwner, maxOfSite } from '../../platform/limits/max-of.js'
import { siteOfKey } from '../../platform/limits/network-address.js'

/** The budget of one owner, and the bucket that counts it. */
export type CountedBudget = {
  limit: LimitName
  owner: LimitOwner
  ownerKey: string
  bucket: string
  max: number
}

/**
 * Lists the budgets that a limit has for these owners, the smallest owner first. The platform
 * always counts. A limit with a figure for the platform, or with `countsSites`, also counts by the
 * /48 network of IPv6. `agreed` replaces single figures of the limit.
 */
export function listCounted(
  config: LimitConfig,
  { limit, keys, agreed = {} }: { limit: LimitName; keys: LimitKeys; agreed?: Limit['max'] },
): CountedBudget[] {
  const { countsSites = false }: Limit = limits[limit]
  const counted: CountedBudget[] = []
  for (const owner of limitOwners) {
    const key = owner === 'platform' ? '' : keys[owner]
    if (key === undefined) continue
    const max = agreed[owner] ?? maxOfOwner(config, limit, { owner, key })
    if (max === null) continue
    counted.push({ limit, owner, ownerKey: key, bucket: bucketOf(limit, owner, key), max })
    const site = owner === 'network' ? siteOfKey(key) : null
    const platformMax = agreed.platform ?? maxOf(config, limit, 'platform')
    if (site !== null && (platformMax !== null || countsSites)) {
      const bucket = `${limit}:site:${site}`
      counted.push({ limit, owner, ownerKey: site, bucket, max: maxOfSite(max, platformMax) })
    }
  }
  return counted
}

/** Returns the name of the bucket that counts what an owner uses of a limit. */
export function bucketOf(limit: LimitName, owner: LimitOwner, key: string): string {
  return `${limit}:${owner}:${key}`
}
