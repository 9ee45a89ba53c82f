import { LRUCache } from 'lru-cache'
import type { Address } from '../../lib/hex.js'
import { SECOND_MS } from '../../lib/time.js'
import { isChainUnavailable } from '../../platform/chain/read-chain.js'
import type { Context } from '../../platform/context.js'
import type { Reserve } from './reserve.js'

type Entry = { reserve: Reserve | null; freshUntil: number; reading: Promise<Reserve> | null }

export type ReserveCache = {
  /**
   * Returns a merchant's reserve of the last 30 seconds. Concurrent calls share one read. While the
   * chain is unavailable, or slower than a second, returns the last reserve that was read, whatever
   * its age.
   *
   * @throws {AppError} `chain_unavailable` when none was read.
   */
  get(merchant: Address): Promise<Reserve>
}

const keptForMs = 30 * SECOND_MS
/** A call to an unavailable chain takes long to fail. */
const retriedAfterMs = 5 * SECOND_MS
const answeredWithinMs = SECOND_MS
const maxMerchants = 1_000

/** Creates an empty cache for this process. */
export function createReserveCache(
  ctx: Pick<Context, 'now'>,
  read: (merchant: Address) => Promise<Reserve>,
  waitMs = answeredWithinMs,
): ReserveCache {
  const entries = new LRUCache<Address, Entry>({ max: maxMerchants })

  async function refresh(merchant: Address, entry: Entry): Promise<Reserve> {
    try {
      entry.reserve = await read(merchant)
      entry.freshUntil = entry.reserve.readAt + keptForMs
      return entry.reserve
    } catch (error) {
      if (!entry.reserve) entries.delete(merchant)
      if (!entry.reserve || !isChainUnavailable(error)) throw error
      entry.freshUntil = ctx.now() + retriedAfterMs
      return entry.reserve
    } finally {
      entry.reading = null
    }
  }

  return {
    get(merchant) {
      const entry = entries.get(merchant) ?? { reserve: null, freshUntil: 0, reading: null }
      entries.set(merchant, entry)

      const { reserve, freshUntil } = entry
      if (reserve && ctx.now() < freshUntil) return Promise.resolve(reserve)
      entry.reading ??= refresh(merchant, entry)
      return reserve ? replaceUnlessSlow(entry, reserve) : entry.reading
    },
  }

  /** Returns the reserve being read, or the former one if that takes long. The read goes on. */
  function replaceUnlessSlow(entry: Entry, former: Reserve): Promise<Reserve> {
    const { reading } = entry
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        entry.freshUntil = ctx.now() + retriedAfterMs
        resolve(former)
      }, waitMs)
      reading?.then(resolve, reject).finally(() => clearTimeout(timer))
    })
  }
}
