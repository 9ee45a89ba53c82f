import { mapConcurrent } from '../../lib/map-concurrent.js'
import { findCursor } from '../../platform/chain/head/cursor-store.js'
import { keyOf } from '../../platform/chain/outgoing/relayer-keys.js'
import { senderRules } from '../../platform/chain/outgoing/round/sender-rules.js'
import type { Context } from '../../platform/context.js'
import {
  type ReadTransaction,
  saveOwnTransactions,
} from '../payments/find/announced/save-transaction.js'
import { endDistributions } from './distribute/distribution-store.js'
import { planDistributions } from './distribute/plan-distributions.js'
import { planFlushes } from './flush/plan-flushes.js'
import { payoutRecords } from './payout-records.js'
import { listUnrecorded } from './read-model/own-transaction-store.js'

/**
 * Plans the transactions that move money: from deposit addresses to their payout address, and from
 * splits to their recipients. Money is assigned in the database transaction that plans the move, so
 * it is planned once. Anyone may flush or distribute on chain at any time; then the planned
 * transaction has nothing left to do.
 */
export async function relay(ctx: Context): Promise<{ flushes: number; distributions: number }> {
  const { chainId } = ctx.config
  const cursor = await findCursor(ctx.db, chainId)
  if (!cursor || keyOf(ctx.config, 'settlement') === null) {
    return { flushes: 0, distributions: 0 }
  }

  const transactions = await readOwnTransactions(ctx, cursor.number)
  const hashes = transactions.map(({ transaction }) => transaction.hash)
  await saveOwnTransactions(ctx, {
    cursor,
    transactions,
    records: payoutRecords,
    endDistributions: ({ db, now }) =>
      endDistributions(db, { chainId, cursor: cursor.number, now: now(), hashes }),
  })
  return { flushes: await planFlushes(ctx), distributions: await planDistributions(ctx) }
}

/** Every lookup costs up to three calls to the node. */
const perRound = 50
const callsAtOnce = 8

/**
 * Reads our own flushes and distributions that are confirmed and whose effect is not recorded: the
 * recipient refused, there was nothing left to move, or a lagging node omitted their logs. One that
 * cannot be read now is read in a later round.
 */
async function readOwnTransactions(
  { db, chain, config }: Pick<Context, 'db' | 'chain' | 'config'>,
  cursor: bigint,
): Promise<ReadTransaction[]> {
  if (!chain) return []
  const confirmedThrough = cursor - BigInt(senderRules(config).confirmations) + 1n
  const { chainId } = config
  const unrecorded = await listUnrecorded(db, { chainId, confirmedThrough, limit: perRound })
  const read = await mapConcurrent(unrecorded, callsAtOnce, async ({ hash, blockHash }) => {
    const transaction = await chain.findTransaction(hash).catch(() => null)
    if (transaction?.blockHash !== blockHash) return []
    const block = await chain.findBlock(transaction.blockNumber).catch(() => null)
    return block?.hash === blockHash ? [{ transaction, block }] : []
  })
  return read.flat()
}
