import type { Address } from '../../../../lib/hex.js'
import type { Chain } from '../../../../platform/chain/chain.js'
import {
  listNative,
  type NativeDeposit,
  saveNativeBalance,
} from '../../../../platform/chain/deposits/native-store.js'
import { findCursor } from '../../../../platform/chain/head/cursor-store.js'
import type { Context } from '../../../../platform/context.js'

export type NativeWatch = {
  /** Checks balances if there is a new block. Returns the number of changed balances. */
  check(): Promise<number>
  /** Returns whether the next check continues with the remaining addresses. */
  hasMore(): boolean
}

/** The most recently viewed receipts are checked with every block, the others in rotation. */
const recentCount = 100
const rotationCount = 100

/**
 * Watches deposit addresses for native token, which emits no log. A changed balance is saved with
 * the current time, and becomes a payment once it is flushed.
 */
export function createNativeWatch(
  ctx: Pick<Context, 'db' | 'config' | 'now'>,
  chain: Chain,
): NativeWatch {
  const { chainId } = ctx.config
  let seenAt: bigint | null = null
  let after: NativeDeposit | null = null
  /** Balances that fell, with the latest block at that time. */
  const fallen = new Map<Address, bigint>()

  async function chooseDeposits(): Promise<NativeDeposit[]> {
    const now = ctx.now()
    const recent = await listNative(ctx.db, { chainId, now, before: null, limit: recentCount })
    const last = recent.at(-1)
    if (!last || recent.length < recentCount) return recent
    const older = await listNative(ctx.db, {
      chainId,
      now,
      before: after ?? last,
      limit: rotationCount,
    })
    after = older.length < rotationCount ? null : (older.at(-1) ?? null)
    return [...recent, ...older]
  }

  /**
   * Returns the addresses with a lower balance that no indexed block will explain: it was still
   * lower after all blocks up to its first check were indexed. A flush in a block that is not
   * indexed yet needs the time at which its money was seen, and a lagging node knows less of it.
   */
  async function listGone(addresses: readonly Address[], cursor: bigint): Promise<Set<Address>> {
    const isGone = (address: Address) => cursor > (fallen.get(address) ?? cursor)
    const goneAddresses = new Set(addresses.filter(isGone))
    const fresh = addresses.filter((address) => !fallen.has(address))
    const latest = fresh.length > 0 ? await chain.findBlock('latest') : null
    const until = latest && latest.number > cursor ? latest.number : cursor
    for (const address of fresh) fallen.set(address, until)
    for (const address of goneAddresses) fallen.delete(address)
    return goneAddresses
  }

  return {
    async check() {
      const cursor = await findCursor(ctx.db, chainId)
      if (!cursor || (cursor.number === seenAt && after === null)) return 0
      let changed = 0
      const now = ctx.now()
      const deposits = await chooseDeposits()
      const balances = await chain.getBalances(deposits.map(({ address }) => address))
      // A missing balance is not zero.
      if (balances.length !== deposits.length) throw new Error('the node returned too few balances')
      const readings = deposits.map((deposit, index) => ({
        ...deposit,
        now: balances[index] ?? 0n,
      }))
      const lower = readings.filter(({ now, units }) => now < units).map(({ address }) => address)
      const goneAddresses = await listGone(lower, cursor.number)
      for (const { address, units: before, now: units } of readings) {
        if (units >= before) fallen.delete(address)
        if (units === before || (units < before && !goneAddresses.has(address))) continue
        await saveNativeBalance(ctx.db, { chainId, address, units, now })
        changed += 1
      }
      seenAt = cursor.number
      return changed
    },
    hasMore: () => after !== null,
  }
}
