import type { Address } from '../../../lib/hex.js'
import { type UnixMs, unixMs } from '../../../lib/time.js'
import { watchedForMs } from '../../../platform/chain/deposit-address.js'
import { listWatched } from '../../../platform/chain/deposits/deposit-store.js'
import type { Context } from '../../../platform/context.js'

/** The receipt that a deposit address pays. */
export type WatchedDeposit = { merchant: Address; receiptId: string; payoutAddress: Address }

export type WatchList = {
  /** Adds new addresses. Every ten minutes it also drops those no longer watched. */
  refresh(): Promise<void>
  addresses(): readonly Address[]
  find(address: Address): WatchedDeposit | null
}

const reloadEveryMs = 600_000
/** Concurrent transactions commit out of order, and server clocks differ. */
const overlapMs = 600_000
const pageSize = 10_000

/**
 * Keeps the deposit addresses to search transfers for. The watch of newer receipts ends later, so
 * each refresh reads only the addresses with the latest end. An end that is too late for any
 * receipt of now comes from a clock that was ahead, and must not hide newer addresses.
 */
export function createWatchList(ctx: Pick<Context, 'db' | 'config' | 'now'>): WatchList {
  let watched = new Map<Address, WatchedDeposit>()
  let list: readonly Address[] | null = null
  let latest = 0
  let reloadedAt = Number.NEGATIVE_INFINITY

  return {
    async refresh() {
      const now = ctx.now()
      const isReload = performance.now() - reloadedAt > reloadEveryMs
      const newest = Math.min(latest, now + watchedForMs)
      const after: UnixMs = isReload ? now : unixMs(Math.max(now, newest - overlapMs))
      const deposits = isReload ? new Map<Address, WatchedDeposit>() : watched
      const before = watched.size
      if (isReload) latest = 0
      // Pages, because one statement takes too long for a very long list.
      let last: { watchedUntil: UnixMs; address: string } = { watchedUntil: after, address: '~' }
      for (let hasMore = true; hasMore; ) {
        const { chainId } = ctx.config
        const rows = await listWatched(ctx.db, { chainId, after: last, limit: pageSize })
        for (const { address, watchedUntil, ...deposit } of rows) {
          deposits.set(address, deposit)
          latest = Math.max(latest, watchedUntil)
        }
        last = rows.at(-1) ?? last
        hasMore = rows.length === pageSize
      }
      if (isReload) reloadedAt = performance.now()
      watched = deposits
      if (isReload || watched.size !== before) list = null
    },
    addresses() {
      list ??= [...watched.keys()]
      return list
    },
    find: (address) => watched.get(address) ?? null,
  }
}
