import { mapConcurrent } from '../../../lib/map-concurrent.js'
import { paymentGateway } from '../../../platform/chain/contracts.js'
import type { Context } from '../../../platform/context.js'
import { decodeRefused } from '../watch/decode-logs.js'
import { listUnmoved, type Refusals } from './refusal-store.js'

/** Every lookup costs two calls to the node. */
const perRound = 50
const callsAtOnce = 8

/**
 * Reads which coin was refused, from the logs of our own mined flushes. Others emit the same event for little gas, so it is
 * not searched for on the chain. A flush that cannot be read now is read in a later round.
 */
export async function readRefusals(
  { db, chain, config }: Pick<Context, 'db' | 'chain' | 'config'>,
  cursor: bigint,
): Promise<Refusals> {
  if (!chain) return { hashes: [], refused: [] }
  const unmoved = await listUnmoved(db, { chainId: config.chainId, cursor, limit: perRound })
  const read = await mapConcurrent(unmoved, callsAtOnce, async ({ hash, blockHash }) => {
    const transaction = await chain.findTransaction(hash).catch(() => null)
    return transaction?.blockHash === blockHash ? transaction : null
  })
  const found = read.flatMap((transaction) => transaction ?? [])
  const logs = found.flatMap((transaction) => transaction.logs)
  return {
    hashes: found.map(({ hash }) => hash),
    refused: logs
      .filter(({ address }) => address === paymentGateway.address)
      .flatMap((log) => decodeRefused(log) ?? []),
  }
}
