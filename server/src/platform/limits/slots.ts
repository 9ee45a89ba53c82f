import { MINUTE_MS } from '../../lib/time.js'
import type { Context } from '../context.js'
import { type Limit, type LimitKeys, type LimitOwner, limitOwners } from './limit.js'
import { limitReached } from './limit-reached.js'
import type { LimitName } from './limits.js'
import { maxOf, maxOfOwner, maxOfSite } from './max-of.js'
import { siteOfKey } from './network-address.js'

export type Slots = {
  /**
   * Takes a slot of each owner. Returns a function that frees them; later calls of it have no
   * effect.
   *
   * @throws {AppError} `rate_limited` when an owner has no slot left.
   */
  take(keys: LimitKeys): () => void
  /** Returns how many slots are taken. */
  taken(): number
}

export type SlotOptions = {
  limit: LimitName
  /** Replaces single figures of the limit. */
  max?: Limit['max'] | undefined
  /** The time until a slot is likely free. Without it, `resetAt` is a guess: a minute ahead. */
  retryAfterMs?: number
  /** Replaces the general message. */
  describe?: (owner: LimitOwner, max: number) => string
}

type Count = { owner: LimitOwner; name: string; max: number | null }

/** Limits how many streams, imports and the like an owner has at once in this process. */
export function createSlots(
  ctx: Pick<Context, 'now' | 'config'>,
  { limit, max: replaced = {}, retryAfterMs, describe }: SlotOptions,
): Slots {
  const counts = new Map<string, number>()
  let total = 0
  const countOf = (name: string) => counts.get(name) ?? 0

  /** Lists the counts of these owners and of a /48 site of IPv6, which must not take all slots. */
  function listCounts(keys: LimitKeys): Count[] {
    const platformMax = replaced.platform ?? maxOf(ctx.config, limit, 'platform')
    return limitOwners.flatMap((owner) => {
      const key = keys[owner]
      if (key === undefined) return []
      const max = replaced[owner] ?? maxOfOwner(ctx.config, limit, { owner, key })
      const count = { owner, name: `${owner}:${key}`, max }
      const site = owner === 'network' ? siteOfKey(key) : null
      if (site === null || max === null) return [count]
      return [count, { owner, name: `site:${site}`, max: maxOfSite(max, platformMax) }]
    })
  }

  function requireBelowLimit({ owner, name, max }: Count): void {
    if (max === null || countOf(name) < max) return
    const resetAt = ctx.now() + (retryAfterMs ?? MINUTE_MS)
    const message = describe?.(owner, max)
    throw limitReached(limit, { owner, max, resetAt, retryAfterMs, message })
  }

  function free(names: readonly string[]): void {
    total -= 1
    for (const name of names) {
      if (countOf(name) > 1) counts.set(name, countOf(name) - 1)
      else counts.delete(name)
    }
  }

  return {
    take(keys) {
      const owned = listCounts(keys)
      for (const count of owned) requireBelowLimit(count)
      const names = owned.map(({ name }) => name)
      for (const name of names) counts.set(name, countOf(name) + 1)
      total += 1

      let isFreed = false
      return () => {
        if (!isFreed) free(names)
        isFreed = true
      }
    },
    taken: () => total,
  }
}
