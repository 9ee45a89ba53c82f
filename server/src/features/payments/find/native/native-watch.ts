import type { Address } from '../../../../lib/hex.js'
import type { Chain } from '../../../../platform/chain/chain.js'
import type { Context } from '../../../../platform/context.js'
import { findCursor } from '../../index/cursor-store.js'
import { listNative, type NativeDeposit, saveNativeBalance } from '../../index/native-store.js'

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
    const first = await listNative(ctx.db, { chainId, now, before: null, limit: recentCount })
    const last = first.at(-1)
    if (!last || first.length < recentCount) return first
    const rest = await listNative(ctx.db, {
      chainId,
      now,
      before: after ?? last,
      limit: rotationCount,
    })
    after = rest.length < rotationCount ? null : (rest.at(-1) ?? null)
    return [...first, ...rest]
  }

  /**
   * Returns the addresses with a lower balance that no indexed block will explain: it was still
   * lower after all blocks up to its first check were indexed. A flush in a block that is not
   * indexed yet needs the time at which its coin was seen, and a lagging node knows less coin.
   */
  async function listGone(addresses: readonly Address[], cursor: bigint): Promise<Set<Address>> {
    const isGone = (address: Address) => cursor > (fallen.get(address) ?? cursor)
    const gone = new Set(addresses.filter(isGone))
    const fresh = addresses.filter((address) => !fallen.has(address))
    const latest = fresh.length > 0 ? await chain.findBlock('latest') : null
    const until = latest && latest.number > cursor ? latest.number : cursor
    for (const address of fresh) fallen.set(address, until)
    for (const address of gone) fallen.delete(address)
    return gone
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
      const seen = deposits.map((deposit, index) => ({ ...deposit, now: balances[index] ?? 0n }))
      const lower = seen.filter((one) => one.now < one.units).map(({ address }) => address)
      const gone = await listGone(lower, cursor.number)
      for (const { address, units: before, now: units } of seen) {
        if (units >= before) fallen.delete(address)
        if (units === before || (units < before && !gone.has(address))) continue
        await saveNativeBalance(ctx.db, { chainId, address, units, now })
        changed += 1
      }
      seenAt = cursor.number
      return changed
    },
    hasMore: () => after !== null,
  }
}
