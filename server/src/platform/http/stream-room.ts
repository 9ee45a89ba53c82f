import { AppError } from '../../lib/errors.js'
import { MINUTE_MS } from '../../lib/time.js'
import type { Context } from '../context.js'

export type StreamRoom = {
  /** How many are taken. */
  taken(): number
  /**
   * Takes one for somebody, until what it returns is called.
   *
   * @throws {AppError} `rate_limited`.
   */
  take(owner: string): () => void
}

/** Room for streams: so many for everybody. */
export function createStreamRoom(ctx: Pick<Context, 'now'>, perOwner: number): StreamRoom {
  const byOwner = new Map<string, number>()
  let taken = 0

  return {
    taken: () => taken,
    take(owner) {
      const known = byOwner.get(owner) ?? 0
      if (known >= perOwner) {
        const message = `More than ${perOwner} open streams. Close one first.`
        throw new AppError('rate_limited', message, { fields: { resetAt: ctx.now() + MINUTE_MS } })
      }
      byOwner.set(owner, known + 1)
      taken += 1
      return () => {
        taken -= 1
        const left = (byOwner.get(owner) ?? 1) - 1
        if (left === 0) byOwner.delete(owner)
        else byOwner.set(owner, left)
      }
    },
  }
}
