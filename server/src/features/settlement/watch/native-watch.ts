import { mapConcurrent } from '../../../lib/map-concurrent.js'
import type { Chain } from '../../../platform/chain/chain.js'
import type { Context } from '../../../platform/context.js'
import { findCursor } from '../cursor-store.js'
import { listNative, type NativeDeposit, noteNative } from './native-store.js'

export type NativeWatch = {
  /** Looks at balances, if there is a block that may have changed them. Returns how many it has. */
  look(): Promise<number>
  /** Whether the next look goes on with addresses that this one did not get to. */
  isMore(): boolean
}

const callsAtOnce = 8
/** Whose buyers looked at their receipt last is looked at with every block, the others in turn. */
const newest = 100
const inTurn = 100

/**
 * Looks for native coin at deposit addresses, which leaves no trace but their balance. What is found is noted with the
 * moment it was seen in, and is a payment once it has been moved on.
 */
export function createNativeWatch(
  ctx: Pick<Context, 'db' | 'config' | 'now'>,
  chain: Chain,
): NativeWatch {
  const { chainId } = ctx.config
  let seenAt: bigint | null = null
  let after: NativeDeposit | null = null

  async function chooseDeposits(): Promise<NativeDeposit[]> {
    const now = ctx.now()
    const first = await listNative(ctx.db, { chainId, now, before: null, limit: newest })
    const last = first.at(-1)
    if (!last || first.length < newest) return first
    const rest = await listNative(ctx.db, { chainId, now, before: after ?? last, limit: inTurn })
    after = rest.length < inTurn ? null : (rest.at(-1) ?? null)
    return [...first, ...rest]
  }

  return {
    async look() {
      const cursor = await findCursor(ctx.db, chainId)
      if (!cursor || (cursor.number === seenAt && after === null)) return 0
      let changed = 0
      const now = ctx.now()
      const deposits = await chooseDeposits()
      const balances = await mapConcurrent(deposits, callsAtOnce, ({ address }) =>
        chain.getBalance(address),
      )
      for (const [index, { address, units: before }] of deposits.entries()) {
        const units = balances[index] ?? 0n
        if (units === before) continue
        await noteNative(ctx.db, { chainId, address, units, now })
        changed += 1
      }
      seenAt = cursor.number
      return changed
    },
    isMore: () => after !== null,
  }
}
