import { AppError } from '../../lib/errors.js'
import { MINUTE_MS } from '../../lib/time.js'
import type { Context } from '../context.js'

export type StreamLimit = {
  /** Returns how many streams are open. */
  open(): number
  /**
   * Counts one more stream of the owner until the returned function is called.
   *
   * @throws {AppError} `rate_limited`.
   */
  acquire(owner: string): () => void
}

/** Limits the open streams of each owner. */
export function createStreamLimit(ctx: Pick<Context, 'now'>, perOwner: number): StreamLimit {
  const byOwner = new Map<string, number>()
  let open = 0

  return {
    open: () => open,
    acquire(owner) {
      const known = byOwner.get(owner) ?? 0
      if (known >= perOwner) {
        const message = `You have ${perOwner} open streams, the maximum. Close one first.`
        throw new AppError('rate_limited', message, { fields: { resetAt: ctx.now() + MINUTE_MS } })
      }
      byOwner.set(owner, known + 1)
      open += 1
      return () => {
        open -= 1
        const left = (byOwner.get(owner) ?? 1) - 1
        if (left === 0) byOwner.delete(owner)
        else byOwner.set(owner, left)
      }
    },
  }
}
