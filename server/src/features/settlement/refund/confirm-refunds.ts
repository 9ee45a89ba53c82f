import type { Hash } from '../../../lib/hex.js'
import { SECOND_MS, unixMs } from '../../../lib/time.js'
import type { Chain } from '../../../platform/chain/chain.js'
import { senderRules } from '../../../platform/chain/outgoing/sender-rules.js'
import type { Context, TxContext } from '../../../platform/context.js'
import { listEntries } from '../../ledger/receipt-store.js'
import { refundKey } from '../../receipts/refund/book-refund.js'
import { confirmRefund } from '../../receipts/refund/confirm-refund.js'
import { unconfirmRefund } from '../../receipts/refund/unconfirm-refund.js'
import {
  type ClassifiedRefund,
  decideRefunds,
  doubtedForMs,
  type Sight,
  soughtForMs,
} from './decide-refunds.js'
import { refundParts } from './refund-parts.js'
import { listSought, lockNamed, type NamedRefund, updateSought } from './refund-store.js'

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
    await ctx.db.transaction((tx) => updateRefunds({ ...ctx, db: tx }, { hash, sight }))
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

/** Confirms the refunds that a transaction has paid and doubts those that it has not, in the caller's transaction. */
async function updateRefunds(
  ctx: Pick<TxContext, 'db' | 'now' | 'config'>,
  { hash, sight }: { hash: Hash; sight: Sight | null },
): Promise<void> {
  const now = ctx.now()
  const refunds = await lockNamed(ctx.db, hash)
  const classified: ClassifiedRefund[] = []
  for (const refund of refunds) {
    // Nothing was seen: what is owed makes no difference, and hashes that somebody invented stay cheap.
    classified.push({ ...refund, parts: sight ? await findParts(ctx, refund) : null })
  }
  const isPaid = decideRefunds(classified, { sight, now })
  for (const [index, refund] of refunds.entries()) {
    if (isPaid[index] === (refund.confirmedAt !== null)) continue
    await (isPaid[index] ? confirmRefund(ctx, refund) : unconfirmRefund(ctx, refund))
  }
  await updateSought(ctx.db, { hash, at: now })
}

async function findParts(
  ctx: Pick<TxContext, 'db' | 'config'>,
  { merchant, id }: NamedRefund,
): Promise<ClassifiedRefund['parts']> {
  const entries = await listEntries(ctx.db, { merchant, key: refundKey(id) })
  return refundParts(entries, ctx.config.chainId)
}
