import { paymentGateway } from '../../platform/chain/contracts.js'
import { decodeRefused, type Refused } from '../../platform/chain/logs/decode-logs.js'
import { keyOf } from '../../platform/chain/outgoing/relayer-keys.js'
import type { Context } from '../../platform/context.js'
import {
  type ReadTransaction,
  saveTransaction,
} from '../payments/find/announced/save-transaction.js'
import { findCursor, lockCursor } from '../payments/index/cursor-store.js'
import { raiseVersions } from '../payments/settlement-store.js'
import { finishDistributions } from './distribute/distribution-store.js'
import { planDistributions } from './distribute/plan-distributions.js'
import { releaseFlushes } from './flush/flush-store.js'
import { planFlushes } from './flush/plan-flushes.js'
import { readOwnTransactions } from './read-own-transactions.js'

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

  const own = await readOwnTransactions(ctx, cursor.number)
  const hashes = own.map(({ transaction }) => transaction.hash)
  const read = { chainId, cursor: cursor.number, now: ctx.now(), hashes }
  await ctx.db.transaction(async (tx) => {
    await lockCursor(tx, { chainId, isWriter: own.length > 0 })
    // A reorg removed blocks in the meantime, and with them the transactions that seem to have ended.
    if ((await findCursor(tx, chainId))?.hash !== cursor.hash) return
    for (const one of own) await saveTransaction({ ...ctx, db: tx }, one)
    await releaseFlushes(tx, { ...read, refused: own.flatMap(listRefused) })
    await raiseVersions(tx, await finishDistributions(tx, read))
  })
  return { flushes: await planFlushes(ctx), distributions: await planDistributions(ctx) }
}

/** Lists the coin that was refused. Others emit the same event for little gas, so it is not searched for on the chain. */
function listRefused({ transaction }: ReadTransaction): Refused[] {
  return transaction.logs
    .filter(({ address }) => address === paymentGateway.address)
    .flatMap((log) => decodeRefused(log) ?? [])
}
