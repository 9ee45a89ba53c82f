import { ipBucket } from '../../auth/ip-limits.js'
import { AppError } from '../../lib/errors.js'
import { MINUTE_MS } from '../../lib/time.js'
import type { Context } from '../../platform/context.js'

export type StreamRoom = {
  /** How many are taken. */
  taken(): number
  /**
   * Takes one for an address, until what it returns is called.
   *
   * @throws {AppError} `rate_limited`.
   */
  take(ip: string): () => void
}

/** Room for streams: so many for one address. */
export function createStreamRoom(ctx: Pick<Context, 'now'>, perAddress: number): StreamRoom {
  const byAddress = new Map<string, number>()
  let taken = 0

  return {
    taken: () => taken,
    take(ip) {
      const address = ipBucket('portal', ip)
      const known = byAddress.get(address) ?? 0
      if (known >= perAddress) {
        const message = `More than ${perAddress} open streams. Close one first.`
        throw new AppError('rate_limited', message, { fields: { resetAt: ctx.now() + MINUTE_MS } })
      }
      byAddress.set(address, known + 1)
      taken += 1
      return () => {
        taken -= 1
        const left = (byAddress.get(address) ?? 1) - 1
        if (left === 0) byAddress.delete(address)
        else byAddress.set(address, left)
      }
    },
  }
}
