import { MINUTE_MS } from '../../lib/time.js'
import type { Context } from '../context.js'
import { type Limit, type LimitKeys, type LimitOwner, limitOwners } from './limit.js'
import { limitReached } from './limit-reached.js'
import type { LimitName } from './limits.js'
import { mostOfOwner } from './most-of.js'

export type Slots = {
  /**
   * Takes a slot of each owner. Returns a function that frees them; later calls of it have no effect.
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
  most?: Limit['most'] | undefined
  /** The time until a slot is likely free. Without it, `resetAt` is a minute ahead and only a guess. */
  retryAfterMs?: number
  /** Replaces the general message. */
  describe?: (owner: LimitOwner, most: number) => string
}

/** Limits how many streams, imports and the like an owner may have at the same time in this process. */
export function createSlots(
  ctx: Pick<Context, 'now' | 'config'>,
  { limit, most: replaced = {}, retryAfterMs, describe }: SlotOptions,
): Slots {
  const counts = new Map<string, number>()
  let taken = 0
  const countOf = (name: string) => counts.get(name) ?? 0

  function requireBelowLimit(owner: LimitOwner, key: string, name: string): void {
    const most = replaced[owner] ?? mostOfOwner(ctx.config, limit, { owner, key })
    if (most === null || countOf(name) < most) return
    const resetAt = ctx.now() + (retryAfterMs ?? MINUTE_MS)
    const message = describe?.(owner, most)
    throw limitReached(limit, { owner, most, resetAt, retryAfterMs, message })
  }

  function free(names: readonly string[]): void {
    taken -= 1
    for (const name of names) {
      if (countOf(name) > 1) counts.set(name, countOf(name) - 1)
      else counts.delete(name)
    }
  }

  return {
    take(keys) {
      const owners = limitOwners.filter((owner) => keys[owner] !== undefined)
      const names = owners.map((owner) => `${owner}:${keys[owner]}`)
      for (const [index, owner] of owners.entries()) {
        requireBelowLimit(owner, keys[owner] ?? '', names[index] ?? '')
      }
      for (const name of names) counts.set(name, countOf(name) + 1)
      taken += 1

      let isFreed = false
      return () => {
        if (!isFreed) free(names)
        isFreed = true
      }
    },
    taken: () => taken,
  }
}
