import type { Address } from '../../../lib/hex.js'
import { type UnixMs, unixMs } from '../../../lib/time.js'
import type { Context } from '../../../platform/context.js'
import { listWatched } from './deposit-store.js'

/** Which receipt an address pays. */
export type WatchedDeposit = { merchant: Address; receiptId: string; payoutAddress: Address }

export type WatchList = {
  /** Takes up what is new and leaves out what is over. */
  refresh(): Promise<void>
  addresses(): readonly Address[]
  find(address: Address): WatchedDeposit | null
}

const wholeEveryMs = 600_000
/** Receipts made at the same time become visible one after the other, and not all servers' clocks agree. */
const overlapMs = 600_000

/**
 * The deposit addresses that transfers are looked for at. Newer receipts are watched for longer, so all that is new
 * stands at the end, and only that is read again each time.
 */
export function createWatchList(ctx: Pick<Context, 'db' | 'config' | 'now'>): WatchList {
  let known = new Map<Address, WatchedDeposit>()
  let list: readonly Address[] | null = null
  let latest = 0
  let wholeAt = Number.NEGATIVE_INFINITY

  return {
    async refresh() {
      const now = ctx.now()
      const isWhole = performance.now() - wholeAt > wholeEveryMs
      const after: UnixMs = isWhole ? now : unixMs(Math.max(now, latest - overlapMs))
      const rows = await listWatched(ctx.db, { chainId: ctx.config.chainId, after })
      if (isWhole) {
        known = new Map()
        latest = 0
        wholeAt = performance.now()
      }
      const before = known.size
      for (const { address, watchedUntil, ...deposit } of rows) {
        known.set(address, deposit)
        latest = Math.max(latest, watchedUntil)
      }
      if (isWhole || known.size !== before) list = null
    },
    addresses() {
      list ??= [...known.keys()]
      return list
    },
    find: (address) => known.get(address) ?? null,
  }
}
