import { findAsset } from '../../../platform/chain/assets/asset.js'
import { listByKey } from '../../../platform/chain/deposits/deposit-store.js'
import { type Cursor, insertBlocks, moveCursor } from '../../../platform/chain/head/cursor-store.js'
import { type Context, inTransaction, type TxContext } from '../../../platform/context.js'
import { LostLease } from '../../../platform/jobs/isolate.js'
import { findSplitOwners } from '../../split/find-split.js'
import type { PayoutRecords, ReceiptRef } from '../payment.js'
import { raiseFinal, raiseSafe, raiseVersions } from '../settlement-store.js'
import { listByChargeKey, markFeesClaimed } from './charges/charge-receipt-store.js'
import { recordObserved } from './charges/observed-charges.js'
import { confirmDirectPayments, saveDirectPayments } from './direct-payment-store.js'
import { type MatchedFacts, matchFacts } from './match-facts.js'
import { markPaidOut } from './paid-out-store.js'
import { confirmPayments } from './payment-state-store.js'
import type { ChainFacts } from './read-range.js'
import { savePayments } from './save-payments.js'
import type { WatchList } from './watch-list.js'

/**
 * Saves a range and moves the cursor in one transaction, provided that the cursor is still at
 * `from`. Returns the number of new payments and arrivals.
 *
 * @throws {LostLease}
 */
export async function indexRange(
  ctx: Pick<Context, 'db' | 'config' | 'now'>,
  input: {
    facts: ChainFacts
    watchList: WatchList
    from: Cursor
    to: Cursor
    confirmations: number
    /** See `savePayments`. */
    knownUpTo: bigint
    records: PayoutRecords
  },
): Promise<number> {
  const { facts, from, to } = input
  const { chainId } = ctx.config
  const confirmedThrough = to.number - BigInt(input.confirmations) + 1n

  return inTransaction(ctx, async (inTx) => {
    if (!(await moveCursor(inTx.db, { chainId, from, to }))) throw new LostLease()
    await insertBlocks(inTx.db, { chainId, blocks: facts.blocks })
    const { foundCount, changed } = await saveFacts(inTx, input)
    changed.push(...(await confirmPayments(inTx.db, { chainId, confirmedThrough })))
    await input.records.confirm(inTx, { confirmedThrough })
    await confirmDirectPayments(inTx.db, { chainId, confirmedThrough })
    await raiseVersions(inTx.db, changed)
    await raiseFinal(inTx.db, to)
    await raiseSafe(inTx.db, to)
    return foundCount
  })
}

/**
 * Saves payments, payouts and direct payments. Returns the number of new payments and arrivals, and
 * the receipts to settle.
 */
export async function saveFacts(
  ctx: Pick<TxContext, 'db' | 'config' | 'now'>,
  input: {
    facts: Omit<ChainFacts, 'blocks'>
    watchList: WatchList
    knownUpTo: bigint
    records: PayoutRecords
  },
): Promise<{ foundCount: number; changed: ReceiptRef[] }> {
  const { facts, watchList, knownUpTo, records } = input
  const { db } = ctx
  const { chainId } = ctx.config
  const matched = await matchStored(ctx, facts, watchList.find)
  // Before payments, because settlement locks direct payments before payments too.
  await saveDirectPayments(db, { chainId, payments: matched.directPayments, now: ctx.now() })
  const { foundCount, changed, payouts } = await savePayments(ctx, { ...matched, knownUpTo })
  await recordObserved(ctx, facts)
  changed.push(...(await markFeesClaimed(db, { chainId, claims: facts.claimed })))
  await records.addArrived(ctx, { payouts, releases: matched.releases })
  const paying = matched.releases.map(({ split }) => split)
  changed.push(...(await markPaidOut(db, { chainId, splits: [...new Set(paying)] })))
  return { foundCount, changed }
}

/** Reads the receipts and splits that on-chain events concern, and assigns the events to them. */
export async function matchStored(
  ctx: Pick<TxContext, 'db' | 'config'>,
  facts: Parameters<typeof matchFacts>[0],
  findDeposit: WatchList['find'],
): Promise<MatchedFacts> {
  const { db } = ctx
  const { chainId } = ctx.config
  const keys = [...new Set(facts.received.map(({ receiptKey }) => receiptKey))]
  const chargeKeys = facts.charged.map(({ chargeKey }) => chargeKey)
  const receivers = facts.transfers.map(({ to }) => to).filter((to) => !findDeposit(to))
  const splits = [...new Set([...facts.released.map(({ split }) => split), ...receivers])]
  return matchFacts(facts, {
    findDeposit,
    isSupported: (token) => findAsset(chainId, token) !== null,
    byKey: keys.length === 0 ? [] : await listByKey(db, { chainId, keys }),
    byChargeKey: await listByChargeKey(db, { chainId, keys: chargeKeys }),
    splitOwners: splits.length === 0 ? new Map() : await findSplitOwners(ctx, splits),
  })
}
