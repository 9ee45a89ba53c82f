import type { Hash } from '../../../lib/hex.js'
import { SECOND_MS, unixMs } from '../../../lib/time.js'
import type { Block, Chain } from '../../../platform/chain/chain.js'
import { isChainFailure } from '../../../platform/chain/outgoing/describe-failure.js'
import { senderRules } from '../../../platform/chain/outgoing/sender-rules.js'
import type { Context, TxContext } from '../../../platform/context.js'
import { listEntries } from '../../ledger/receipt-ledger.js'
import { confirmRefund, unconfirmRefund } from '../../receipts/refund/confirm-refund.js'
import { refundKey } from '../../receipts/refund/post-refund.js'
import {
  listRefundTransactions,
  lockSentRefunds,
  recordLookup,
  type SentRefund,
} from '../../receipts/refund/search-refunds.js'
import { createParts, isItsOwnFailure } from '../isolate.js'
import {
  type ClassifiedRefund,
  decideRefunds,
  type MinedRefund,
  recheckMs,
  searchMs,
} from './decide-refunds.js'
import { refundParts } from './refund-parts.js'
import { findRefundSenders, type RefundSenders } from './refund-senders.js'

const batchSize = 50
/** Slow lookups must not delay the rest of the round. Others follow in the next one. */
const roundMs = 3_000

/**
 * Looks up the transactions of refunds on chain. A transaction that paid the buyer confirms its refund; one that no
 * longer does, after a reorg, makes it unconfirmed again.
 */
export async function confirmRefunds(ctx: Context, chain: Chain): Promise<void> {
  const hashes = await listRefundTransactions(ctx, {
    unconfirmedSince: unixMs(ctx.now() - searchMs),
    confirmedSince: unixMs(ctx.now() - recheckMs),
    limit: batchSize,
  })
  const latest = hashes.length > 0 ? await chain.findBlock('latest') : null
  if (!latest) return
  const firstShallow = firstShallowBlock(ctx, latest)

  const parts = createParts()
  const startedAt = performance.now()
  for (const hash of hashes) {
    await parts.run(() => checkRefund(ctx, { chain, hash, firstShallow }))
    if (performance.now() - startedAt > roundMs) break
  }
  parts.end()
}

/** Checks one transaction. One that the node cannot return, for its size, waits for its next turn. */
async function checkRefund(
  ctx: Context,
  { chain, hash, firstShallow }: { chain: Chain; hash: Hash; firstShallow: bigint },
): Promise<void> {
  try {
    // Read the chain before the transaction, so that a slow node holds no locks.
    const mined = await findMined(chain, { hash, firstShallow })
    await ctx.db.transaction((tx) => updateRefunds({ ...ctx, db: tx }, { hash, mined }))
  } catch (error) {
    if (!(await isItsOwnFailure(error, chain))) throw error
    await recordLookup(ctx, { hash, at: ctx.now() })
    if (!isChainFailure(error)) throw error
    ctx.log.warn({ err: error, hash }, 'transaction of a refund not readable')
  }
}

/** Returns the first block without enough confirmations. */
export function firstShallowBlock(
  { config }: Pick<Context, 'config'>,
  latest: Pick<Block, 'number'>,
): bigint {
  return latest.number - BigInt(senderRules(config).confirmations) + 2n
}

/** Returns null while the transaction is not mined, or its block was just replaced. */
export async function findMined(
  chain: Chain,
  { hash, firstShallow }: { hash: Hash; firstShallow: bigint },
): Promise<MinedRefund | null> {
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

/** Confirms the refunds that a transaction paid, and unconfirms those that it did not. */
async function updateRefunds(
  ctx: Pick<TxContext, 'db' | 'now' | 'config'>,
  { hash, mined }: { hash: Hash; mined: MinedRefund | null },
): Promise<void> {
  const now = ctx.now()
  const refunds = await lockSentRefunds(ctx, hash)
  const classified: ClassifiedRefund[] = []
  for (const refund of refunds) {
    // Without a mined transaction the parts do not matter. Skipping them keeps invented hashes cheap.
    classified.push({ ...refund, parts: mined ? await findParts(ctx, refund) : null })
  }
  const senders = await findSenders(ctx, { mined, refunds })
  const isPaid = decideRefunds(classified, { mined, senders, now })
  for (const [index, refund] of refunds.entries()) {
    if (isPaid[index] === (refund.confirmedAt !== null)) continue
    await (isPaid[index] ? confirmRefund(ctx, refund) : unconfirmRefund(ctx, refund))
  }
  await recordLookup(ctx, { hash, at: now })
}

/** Finds the merchants that a transaction can refund for; none while it is not mined. */
export async function findSenders(
  ctx: Pick<TxContext, 'db' | 'config'>,
  { mined, refunds }: { mined: MinedRefund | null; refunds: readonly SentRefund[] },
): Promise<RefundSenders> {
  if (!mined) return new Map()
  const buyers = refunds.map(({ buyer }) => buyer)
  return findRefundSenders(ctx, { transaction: mined.transaction, buyers })
}

/** Returns what a refund owes on this chain; null when the chain cannot show it. */
export async function findParts(
  ctx: Pick<TxContext, 'db' | 'config'>,
  { merchant, id }: SentRefund,
): Promise<ClassifiedRefund['parts']> {
  const entries = await listEntries(ctx, { merchant, key: refundKey(id) })
  return refundParts(entries, ctx.config.chainId)
}
