import type { Context } from '../context.js'
import { limitReached } from './limit-reached.js'
import { type LimitKeys, type LimitName, limitOwners, mostOf } from './limits.js'

export type Slots = {
  /**
   * Takes a slot of each owner. Returns a function that frees them; later calls of it have no effect.
   *
   * @throws {AppError} `rate_limited` when an owner has no slot left.
   */
  take(keys: LimitKeys): () => void
}

/** Limits how much of a kind of work runs at the same time in this process. */
export function createSlots(
  ctx: Pick<Context, 'now' | 'config'>,
  { limit, retryAfterMs }: { limit: LimitName; retryAfterMs: number },
): Slots {
  const taken = new Map<string, number>()
  const countOf = (name: string) => taken.get(name) ?? 0

  return {
    take(keys) {
      const owners = limitOwners.filter((owner) => keys[owner] !== undefined)
      const names = owners.map((owner) => `${owner}:${keys[owner]}`)
      for (const [index, owner] of owners.entries()) {
        const most = mostOf(ctx.config, limit, owner)
        if (most === null || countOf(names[index] ?? '') < most) continue
        throw limitReached(limit, { owner, most, resetAt: ctx.now() + retryAfterMs, retryAfterMs })
      }

      for (const name of names) taken.set(name, countOf(name) + 1)
      let isFreed = false
      return () => {
        if (isFreed) return
        isFreed = true
        for (const name of names) {
          if (countOf(name) > 1) taken.set(name, countOf(name) - 1)
          else taken.delete(name)
        }
      }
    },
  }
}
