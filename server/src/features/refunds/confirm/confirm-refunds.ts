import type { Address, Hash } from '../../../lib/hex.js'
import { SECOND_MS, type UnixMs, unixMs } from '../../../lib/time.js'
import type { Block, Chain } from '../../../platform/chain/chain.js'
import { isChainFailure } from '../../../platform/chain/chain-failures.js'
import { senderRules } from '../../../platform/chain/outgoing/round/sender-rules.js'
import { type Context, inTransaction, type TxContext } from '../../../platform/context.js'
import { createIndependentSteps, isIsolatedFailure } from '../../../platform/jobs/isolate.js'
import { callOnce } from '../../../platform/share-reads.js'
import { listRefundEntries } from '../../ledger/receipt-ledger.js'
import { refundParts } from '../plan/refund-parts.js'
import { confirmRefund, unconfirmRefund } from './confirm-refund.js'
import {
  type ClassifiedRefund,
  decideRefunds,
  type MinedRefund,
  recheckMs,
  searchMs,
} from './decide-refunds.js'
import { findRefundSenders, type RefundSenders } from './refund-senders.js'
import {
  listRefundLookups,
  lockSentRefunds,
  nextSearchAt,
  postponeLookups,
  type RefundLookup,
  recordLookup,
  type SentRefund,
} from './search-refunds.js'
import { sumTransfers } from './sum-transfers.js'

const batchSize = 50
/** Slow lookups must not delay the rest of the round. Others follow in the next one. */
const roundMs = 3_000

/** Which refunds are looked up now. */
export function openSince(now: UnixMs) {
  return { unconfirmedSince: unixMs(now - searchMs), confirmedSince: unixMs(now - recheckMs) }
}

/**
 * Looks up the transactions of refunds on chain. A transaction that paid the buyer confirms its
 * refund; one that no longer does, after a reorg, makes it unconfirmed again.
 */
export async function confirmRefunds(ctx: Context, chain: Chain): Promise<void> {
  const now = ctx.now()
  const lookups = await listRefundLookups(ctx, { ...openSince(now), now, limit: batchSize })
  const latest = lookups.length > 0 ? await chain.findBlock('latest') : null
  if (!latest) return
  const firstShallow = firstShallowBlock(ctx, latest)

  const steps = createIndependentSteps()
  const startedAt = performance.now()
  for (const hash of new Set(lookups.map((lookup) => lookup.hash))) {
    // Several merchants may name one transaction. It is read and decoded once, unless that fails.
    const mined = callOnce(() => findMined(chain, { hash, firstShallow }))
    for (const lookup of lookups.filter((pending) => pending.hash === hash)) {
      if (performance.now() - startedAt > roundMs) break
      await steps.run(() => checkRefunds(ctx, { chain, lookup, mined }))
    }
  }
  steps.end()
}

/** Checks one transaction for a merchant. One that is too large for the node is postponed. */
async function checkRefunds(
  ctx: Context,
  input: { chain: Chain; lookup: RefundLookup; mined: () => Promise<MinedRefund | null> },
): Promise<void> {
  const { chain, lookup } = input
  try {
    // Read the chain before the transaction, so that a slow node holds no locks.
    const mined = await input.mined()
    await inTransaction(ctx, (inTx) => updateRefunds(inTx, { lookup, mined }))
  } catch (error) {
    if (!(await isIsolatedFailure(error, chain))) throw error
    const soughtAt = ctx.now()
    await recordLookup(ctx, { ...lookup, ...openSince(soughtAt), soughtAt })
    if (!isChainFailure(error)) throw error
    ctx.log.warn({ err: error, hash: lookup.hash }, 'transaction of a refund not readable')
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
    from: transaction.from,
    transfers: sumTransfers(transaction),
    minedAt: unixMs(Number(block.timestampSeconds) * SECOND_MS),
    isDeep: transaction.blockNumber < firstShallow,
  }
}

/** Confirms a merchant's refunds that a transaction paid, and unconfirms those that it did not. */
async function updateRefunds(
  ctx: Pick<TxContext, 'db' | 'now' | 'config'>,
  { lookup, mined }: { lookup: RefundLookup; mined: MinedRefund | null },
): Promise<void> {
  const now = ctx.now()
  const refunds = await lockSentRefunds(ctx, { ...lookup, ...openSince(now) })
  // Without a mined transaction the parts do not matter. Skipping them keeps invented hashes cheap.
  const classified = mined
    ? await withParts(ctx, { merchant: lookup.merchant, refunds })
    : refunds.map((refund) => ({ ...refund, parts: null }))
  const senders = await findSenders(ctx, { mined, refunds })
  const isPaid = decideRefunds(classified, { mined, senders, now })
  for (const [index, refund] of refunds.entries()) {
    if (isPaid[index] === (refund.confirmedAt !== null)) continue
    await (isPaid[index] ? confirmRefund(ctx, refund) : unconfirmRefund(ctx, refund))
  }
  const unpaid = mined?.isDeep ? refunds.filter((_, index) => !isPaid[index]) : []
  await postponeLookups(ctx, { merchant: lookup.merchant, refunds: postponed(unpaid, now) })
  await recordLookup(ctx, { ...lookup, ...openSince(now), soughtAt: now })
}

/**
 * Postpones refunds that a final transaction did not pay. Only a change of the staff or of other
 * refunds can help them.
 */
function postponed(unpaid: readonly SentRefund[], now: UnixMs): SentRefund[] {
  return unpaid
    .filter(({ nextSearchAt: dueAt }) => dueAt <= now)
    .map((refund) => {
      const searches = refund.searches + 1
      return { ...refund, searches, nextSearchAt: nextSearchAt({ searches, now }) }
    })
}

/** Finds the merchants that a transaction can refund for; none while it is not mined. */
export async function findSenders(
  ctx: Pick<TxContext, 'db' | 'config'>,
  { mined, refunds }: { mined: MinedRefund | null; refunds: readonly SentRefund[] },
): Promise<RefundSenders> {
  if (!mined) return new Map()
  return findRefundSenders(ctx, { ...mined, buyers: refunds.map(({ buyer }) => buyer) })
}

/** Adds what each refund of a merchant owes on this chain; null when the chain cannot show it. */
export async function withParts<Refund extends SentRefund>(
  ctx: Pick<TxContext, 'db' | 'config'>,
  { merchant, refunds }: { merchant: Address; refunds: readonly Refund[] },
): Promise<(Refund & Pick<ClassifiedRefund, 'parts'>)[]> {
  const refundIds = refunds.map(({ id }) => id)
  const entries = await listRefundEntries(ctx, { merchant, refundIds })
  return refunds.map((refund) => ({
    ...refund,
    parts: refundParts(entries.get(refund.id) ?? [], ctx.config.chainId),
  }))
}
