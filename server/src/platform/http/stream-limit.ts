import { MINUTE_MS } from '../../lib/time.js'
import type { Context } from '../context.js'
import { limitReached } from '../limits/limit-reached.js'
import { type LimitKeys, type LimitName, limitOwners, mostOf } from '../limits/limits.js'

export type StreamLimit = {
  /** Returns how many streams are open. */
  open(): number
  /**
   * Counts one more stream of each owner until the returned function is called.
   *
   * @throws {AppError} `rate_limited`.
   */
  acquire(keys: LimitKeys): () => void
}

/** Limits the open streams of each owner. `agreed` replaces the limits of single owners. */
export function createStreamLimit(
  ctx: Pick<Context, 'now' | 'config'>,
  limit: LimitName,
  agreed: Partial<Record<keyof LimitKeys, number>> = {},
): StreamLimit {
  const counts = new Map<string, number>()
  let open = 0

  function requireBelow(owner: keyof LimitKeys, name: string): void {
    const most = agreed[owner] ?? mostOf(ctx.config, limit, owner)
    if (most === null || (counts.get(name) ?? 0) < most) return
    throw limitReached(limit, {
      owner,
      most,
      resetAt: ctx.now() + MINUTE_MS,
      message: `${owner === 'network' ? 'Your network address has' : 'You have'} ${most} open streams, the maximum. Close one first.`,
    })
  }

  return {
    open: () => open,
    acquire(keys) {
      const owners = limitOwners.filter((owner) => keys[owner] !== undefined)
      const names = owners.map((owner) => `${owner}:${keys[owner]}`)
      for (const [index, owner] of owners.entries()) requireBelow(owner, names[index] ?? '')
      for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
      open += 1
      return () => {
        open -= 1
        for (const name of names) {
          const left = (counts.get(name) ?? 1) - 1
          if (left === 0) counts.delete(name)
          else counts.set(name, left)
        }
      }
    },
  }
}
