import type { Context } from '../../platform/context.js'
import { networkKeyOf } from '../../platform/limits/network-address.js'
import type { Limiter } from '../limits/limiter.js'
import { giveBackCall, takeProcessCall } from '../limits/take-call.js'

export type UnknownKeyLimit = {
  /**
   * Counts a key as unknown until its lookup is settled. Counts nothing for a key that has worked
   * before, so that guesses from a shared network address do not lock it out.
   *
   * @throws {AppError} `rate_limited`.
   */
  take(hash: string, ip: string): (outcome: 'known' | 'unknown' | 'undecided') => void
}

/** Creates the limit on unknown keys. It remembers the hashes of the last `maxProven` keys used. */
export function createUnknownKeyLimit(
  { config }: Pick<Context, 'config'>,
  { limiter, maxProven }: { limiter: Limiter; maxProven: number },
): UnknownKeyLimit {
  /** Proves nothing about a key's rights now: it only exempts it from this limit. */
  const proven = new Set<string>()

  function remember(hash: string): void {
    proven.delete(hash)
    proven.add(hash)
    if (proven.size <= maxProven) return
    const [oldest = ''] = proven
    proven.delete(oldest)
  }

  return {
    take(hash, ip) {
      const isProven = proven.has(hash)
      const keys = { network: networkKeyOf(ip) }
      const counting = { limiter, config }
      const exceeded = isProven ? null : takeProcessCall(counting, 'unknown-keys', keys)
      if (exceeded) throw exceeded
      return (outcome) => {
        if (outcome === 'known') remember(hash)
        if (outcome === 'unknown') proven.delete(hash)
        else if (!isProven) giveBackCall(counting, 'unknown-keys', keys)
      }
    },
  }
}
