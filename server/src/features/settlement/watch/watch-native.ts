import type { Chain } from '../../../platform/chain/chain.js'
import type { Context } from '../../../platform/context.js'
import { inTurns } from './in-turns.js'
import { listNative, noteNative } from './native-store.js'

const atOnce = 8
/** Those whose buyers looked at their receipt last come first. */
const mostAtOnce = 1_000

/**
 * Looks for native coin at deposit addresses, which leaves no trace but their balance. What is found is noted with the
 * moment it was seen in, and is a payment once it has been moved on.
 */
export async function watchNative(
  ctx: Pick<Context, 'db' | 'config' | 'now'>,
  chain: Chain,
): Promise<void> {
  const { chainId } = ctx.config
  const now = ctx.now()
  const deposits = await listNative(ctx.db, { chainId, now, limit: mostAtOnce })
  const balances = await inTurns(deposits, atOnce, ({ address }) => chain.getBalance(address))
  for (const [index, { address }] of deposits.entries()) {
    const units = balances[index] ?? 0n
    if (units > 0n) await noteNative(ctx.db, { chainId, address, units, now })
  }
}
