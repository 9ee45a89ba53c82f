import type { Config } from '../../platform/config/config.js'
import {
  type Limit,
  type LimitKeys,
  type LimitName,
  type LimitOwner,
  limitOwners,
  mostOf,
} from '../../platform/limits/limits.js'

/** The budget of one owner, and the bucket that counts it. */
export type Counted = { limit: LimitName; owner: LimitOwner; bucket: string; most: number }

/**
 * Lists the budgets that a limit has for these owners, the smallest owner first. The platform always counts. `agreed`
 * replaces single figures of the limit.
 */
export function listCounted(
  config: Pick<Config, 'mode'>,
  { limit, keys, agreed = {} }: { limit: LimitName; keys: LimitKeys; agreed?: Limit['most'] },
): Counted[] {
  const counted: Counted[] = []
  for (const owner of limitOwners) {
    const key = owner === 'platform' ? '' : keys[owner]
    if (key === undefined) continue
    const most = agreed[owner] ?? mostOf(config, limit, owner)
    if (most !== null) counted.push({ limit, owner, bucket: `${limit}:${owner}:${key}`, most })
  }
  return counted
}
