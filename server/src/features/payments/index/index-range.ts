import { findAsset } from '../../../platform/chain/assets/asset.js'
import type { Context, TxContext } from '../../../platform/context.js'
import { LostLease } from '../../../platform/jobs/isolate.js'
import type { PayoutRecords, ReceiptRef } from '../payment.js'
import { raiseFinal, raiseSafe, raiseVersions } from '../settlement-store.js'
import { listByChargeKey, markFeesClaimed } from './charges/charge-receipt-store.js'
import { recordUnexpected } from './charges/unexpected-charges.js'
import { type Cursor, insertBlocks, moveCursor } from './cursor-store.js'
import { listByKey, listSplitOwners } from './deposit-store.js'
import { confirmDirectPayments, saveDirectPayments } from './direct-payment-store.js'
import { matchFacts } from './match-facts.js'
import { confirmPayments } from './payment-state-store.js'
import type { ChainFacts } from './read-range.js'
import { confirmReleases, markPaidOut, upsertReleases } from './release-store.js'
import { savePayments } from './save-payments.js'
import type { WatchList } from './watch-list.js'

/**
 * Saves a range and moves the cursor in one transaction, provided that the cursor is still at `from`. Returns the number of
 * new payments and arrivals.
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
  const now = ctx.now()
  const upTo = to.number - BigInt(input.confirmations) + 1n

  return ctx.db.transaction(async (tx) => {
    if (!(await moveCursor(tx, { chainId, from, to, now }))) throw new LostLease()
    await insertBlocks(tx, { chainId, blocks: facts.blocks })

    const { found, changed } = await saveFacts({ ...ctx, db: tx }, input)
    changed.push(...(await confirmPayments(tx, { chainId, upTo })))
    await confirmReleases(tx, { chainId, upTo })
    await confirmDirectPayments(tx, { chainId, upTo })
    await raiseVersions(tx, changed)
    await raiseFinal(tx, to)
    await raiseSafe(tx, to)
    return found
  })
}

/** Saves payments, payouts and direct payments. Returns the number of new payments and arrivals, and the receipts to settle. */
export async function saveFacts(
  ctx: Pick<TxContext, 'db' | 'config' | 'now'>,
  input: {
    facts: Omit<ChainFacts, 'blocks'>
    watchList: WatchList
    knownUpTo: bigint
    records: PayoutRecords
  },
): Promise<{ found: number; changed: ReceiptRef[] }> {
  const { facts, watchList, knownUpTo, records } = input
  const { db } = ctx
  const { chainId } = ctx.config
  const now = ctx.now()
  const keys = [...new Set(facts.received.map(({ receiptKey }) => receiptKey))]
  const chargeKeys = facts.charged.map(({ chargeKey }) => chargeKey)
  const byChargeKey = await listByChargeKey(db, { chainId, keys: chargeKeys })
  const receivers = facts.transfers.map(({ to }) => to).filter((to) => !watchList.find(to))
  const splits = [...new Set([...facts.released.map(({ split }) => split), ...receivers])]
  const matched = matchFacts(facts, {
    findDeposit: watchList.find,
    isSupported: (token) => findAsset(chainId, token) !== null,
    byKey: keys.length === 0 ? [] : await listByKey(db, { chainId, keys }),
    byChargeKey,
    splitOwners:
      splits.length === 0 ? new Map() : await listSplitOwners(db, { chainId, addresses: splits }),
  })
  // Before payments, because settlement locks direct payments before payments too.
  await saveDirectPayments(db, { chainId, found: matched.directPayments, now })
  const { found, changed, payouts } = await savePayments(ctx, { ...matched, knownUpTo })
  await recordUnexpected(ctx, { ...facts, byChargeKey })
  changed.push(...(await markFeesClaimed(db, { chainId, claims: facts.claimed })))
  await upsertReleases(db, { chainId, releases: matched.releases, now })
  await records.addArrived(ctx, { payouts, releases: matched.releases })
  const paying = matched.releases.map(({ split }) => split)
  changed.push(...(await markPaidOut(db, { chainId, splits: [...new Set(paying)] })))
  return { found, changed }
}
