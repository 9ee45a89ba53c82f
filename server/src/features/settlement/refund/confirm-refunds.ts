import type { Hash } from '../../../lib/hex.js'
import { SECOND_MS, unixMs } from '../../../lib/time.js'
import type { Chain } from '../../../platform/chain/chain.js'
import { senderRules } from '../../../platform/chain/outgoing/sender-rules.js'
import type { Context } from '../../../platform/context.js'
import { doubtedForMs, type Sight, soughtForMs } from './decide-refunds.js'
import { judgeRefunds } from './judge-refunds.js'
import { listSought } from './refund-store.js'

const atOnce = 50

/**
 * Looks on chain for the transactions that refunds name: what gave the buyer the money confirms the refund, and what
 * no longer does takes that back.
 */
export async function confirmRefunds(ctx: Context, chain: Chain): Promise<void> {
  const hashes = await listSought(ctx.db, {
    soughtSince: unixMs(ctx.now() - soughtForMs),
    doubtedSince: unixMs(ctx.now() - doubtedForMs),
    limit: atOnce,
  })
  const latest = hashes.length > 0 ? await chain.findBlock('latest') : null
  if (!latest) return
  const { confirmations } = senderRules(ctx.config)
  const firstShallow = latest.number - BigInt(confirmations) + 2n

  for (const hash of hashes) {
    // The chain is asked before the transaction: nobody waits for a node with rows in hand.
    const sight = await findSight(chain, { hash, firstShallow })
    await ctx.db.transaction((tx) => judgeRefunds({ ...ctx, db: tx }, { hash, sight }))
  }
}

/** `null` while it is in no block, or in one that has just been replaced. */
async function findSight(
  chain: Chain,
  { hash, firstShallow }: { hash: Hash; firstShallow: bigint },
): Promise<Sight | null> {
  const transaction = await chain.findTransaction(hash)
  if (!transaction) return null
  const block = await chain.findBlock(transaction.blockNumber)
  if (block?.hash !== transaction.blockHash) return null
  return {
    transaction,
    minedAt: unixMs(Number(block.timestampSeconds) * SECOND_MS),
    isDeep: transaction.blockNumber < firstShallow,
  }
}
