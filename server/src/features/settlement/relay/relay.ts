import { keyOf } from '../../../platform/chain/outgoing/relayer-keys.js'
import type { Context } from '../../../platform/context.js'
import { findCursor, lockCursor } from '../cursor-store.js'
import { raiseVersions } from '../settlement-store.js'
import { finishDistributions } from './distribution-store.js'
import { releaseFlushes } from './flush-store.js'
import { planDistributions } from './plan-distributions.js'
import { planFlushes } from './plan-flushes.js'
import { readRefusals } from './read-refusals.js'

/**
 * Plans the transactions that move money: from deposit addresses to their payout address, and from splits to their
 * recipients. Money is assigned in the database transaction that plans the move, so it is planned once. Anyone may flush
 * or distribute on chain at any time; then the planned transaction has nothing left to do.
 */
export async function relay(ctx: Context): Promise<{ flushes: number; distributions: number }> {
  const { chainId } = ctx.config
  const cursor = await findCursor(ctx.db, chainId)
  if (!cursor || keyOf(ctx.config, 'settlement') === null) {
    return { flushes: 0, distributions: 0 }
  }

  const read = { chainId, cursor: cursor.number, now: ctx.now() }
  const refusals = await readRefusals(ctx, cursor.number)
  await ctx.db.transaction(async (tx) => {
    await lockCursor(tx, { chainId, isWriter: false })
    // A reorg removed blocks in the meantime, and with them the transactions that seem to have ended.
    if ((await findCursor(tx, chainId))?.hash !== cursor.hash) return
    await releaseFlushes(tx, { ...read, refusals })
    await raiseVersions(tx, await finishDistributions(tx, read))
  })
  return { flushes: await planFlushes(ctx), distributions: await planDistributions(ctx) }
}
