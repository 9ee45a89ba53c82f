import { mapConcurrent } from '../../lib/map-concurrent.js'
import { senderRules } from '../../platform/chain/outgoing/round/sender-rules.js'
import type { Context } from '../../platform/context.js'
import type { ReadTransaction } from '../payments/find/announced/save-transaction.js'
import { listUnrecorded } from './own-transaction-store.js'

/** Every lookup costs up to three calls to the node. */
const perRound = 50
const callsAtOnce = 8

/**
 * Reads our own flushes and distributions that are confirmed and whose effect is not recorded: the recipient refused, there
 * was nothing left to move, or a lagging node omitted their logs. One that cannot be read now is read in a later round.
 */
export async function readOwnTransactions(
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
