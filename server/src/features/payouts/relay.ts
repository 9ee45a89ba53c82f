import { mapConcurrent } from '../../lib/map-concurrent.js'
import { paymentGateway } from '../../platform/chain/contracts.js'
import { decodeRefused, type Refused } from '../../platform/chain/logs/decode-logs.js'
import { keyOf } from '../../platform/chain/outgoing/relayer-keys.js'
import { senderRules } from '../../platform/chain/outgoing/round/sender-rules.js'
import type { Context } from '../../platform/context.js'
import {
  type ReadTransaction,
  saveTransactionsAt,
} from '../payments/find/announced/save-transaction.js'
import { getCursor } from '../payments/index/index-progress.js'
import { finishDistributions } from './distribute/distribution-store.js'
import { planDistributions } from './distribute/plan-distributions.js'
import { releaseFlushes } from './flush/flush-store.js'
import { planFlushes } from './flush/plan-flushes.js'
import { listUnrecorded } from './own-transaction-store.js'
import { payoutRecords } from './payout-records.js'

/**
 * Plans the transactions that move money: from deposit addresses to their payout address, and from splits to their
 * recipients. Money is assigned in the database transaction that plans the move, so it is planned once. Anyone may flush
 * or distribute on chain at any time; then the planned transaction has nothing left to do.
 */
export async function relay(ctx: Context): Promise<{ flushes: number; distributions: number }> {
  const { chainId } = ctx.config
  const cursor = await getCursor(ctx)
  if (!cursor || keyOf(ctx.config, 'settlement') === null) {
    return { flushes: 0, distributions: 0 }
  }

  const own = await readOwnTransactions(ctx, cursor.number)
  const hashes = own.map(({ transaction }) => transaction.hash)
  const read = { chainId, cursor: cursor.number, now: ctx.now(), hashes }
  await saveTransactionsAt(ctx, {
    cursor,
    transactions: own,
    records: payoutRecords,
    async work({ db }) {
      await releaseFlushes(db, { ...read, refused: own.flatMap(listRefused) })
      return finishDistributions(db, read)
    },
  })
  return { flushes: await planFlushes(ctx), distributions: await planDistributions(ctx) }
}

/** Lists the coin that was refused. Others emit the same event for little gas, so it is not searched for on the chain. */
function listRefused({ transaction }: ReadTransaction): Refused[] {
  return transaction.logs
    .filter(({ address }) => address === paymentGateway.address)
    .flatMap((log) => decodeRefused(log) ?? [])
}

/** Every lookup costs up to three calls to the node. */
const perRound = 50
const callsAtOnce = 8

/**
 * Reads our own flushes and distributions that are confirmed and whose effect is not recorded: the recipient refused, there
 * was nothing left to move, or a lagging node omitted their logs. One that cannot be read now is read in a later round.
 */
async function readOwnTransactions(
  { db, chain, config }: Pick<Context, 'db' | 'chain' | 'config'>,
  cursor: bigint,
): Promise<ReadTransaction[]> {
  if (!chain) return []
  const upTo = cursor - BigInt(senderRules(config).confirmations) + 1n
  const { chainId } = config
  const own = await listUnrecorded(db, { chainId, upTo, limit: perRound })
  const read = await mapConcurrent(own, callsAtOnce, async ({ hash, blockHash }) => {
    const transaction = await chain.findTransaction(hash).catch(() => null)
    if (transaction?.blockHash !== blockHash) return []
    const block = await chain.findBlock(transaction.blockNumber).catch(() => null)
    return block?.hash === blockHash ? [{ transaction, block }] : []
  })
  return read.flat()
}
