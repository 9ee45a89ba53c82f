import type { Address } from '../../../../lib/hex.js'
import { DAY_MS, unixMs } from '../../../../lib/time.js'
import { findAsset } from '../../../../platform/chain/assets/asset.js'
import type { Block, MinedTransaction } from '../../../../platform/chain/chain.js'
import type { Deposit } from '../../../../platform/chain/deposit-address.js'
import { decodeReleased, decodeTransfer } from '../../../../platform/chain/logs/decode-logs.js'
import { senderRules } from '../../../../platform/chain/outgoing/round/sender-rules.js'
import type { Context, TxContext } from '../../../../platform/context.js'
import { watchDeposit } from '../../../receipts/create/add-receipt.js'
import type { Receipt } from '../../../receipts/receipt.js'
import { listByChargeKey, markFeesClaimed } from '../../index/charges/charge-receipt-store.js'
import { type Cursor, findCursor, lockCursor } from '../../index/cursor-store.js'
import { listByKey, listSplitOwners } from '../../index/deposit-store.js'
import { saveDirectPayments } from '../../index/direct-payment-store.js'
import { type Matched, matchFacts } from '../../index/match-facts.js'
import { confirmPayments } from '../../index/payment-state-store.js'
import { decodeIncoming } from '../../index/read-range.js'
import { confirmReleases, markPaidOut, upsertReleases } from '../../index/release-store.js'
import { savePayments } from '../../index/save-payments.js'
import type { WatchedDeposit } from '../../index/watch-list.js'
import type { PayoutRecords, ReceiptRef } from '../../payment.js'
import { extendBalanceWatch } from '../../quote/balance-watch-store.js'
import { raiseVersions } from '../../settlement-store.js'

/** A mined transaction and its block. `deposit` is the deposit address whose plain transfers count. */
export type ReadTransaction = {
  transaction: MinedTransaction
  block: Block
  deposit?: WatchedDeposit & { address: Address }
}

/**
 * Saves transactions that were read when the cursor was at a block, and does work that depends on them. Marks the receipts
 * that it returns for settlement. Does nothing when a reorg has moved the cursor: it may have removed the transactions.
 */
export async function saveTransactionsAt(
  ctx: Context,
  input: {
    cursor: Cursor
    transactions: readonly ReadTransaction[]
    records: PayoutRecords
    work: (ctx: TxContext) => Promise<readonly ReceiptRef[]>
  },
): Promise<void> {
  const { cursor, transactions, records } = input
  const { chainId } = ctx.config
  await ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx }
    await lockCursor(tx, { chainId, isWriter: transactions.length > 0 })
    if ((await findCursor(tx, chainId))?.hash !== cursor.hash) return
    for (const read of transactions) await saveTransaction(inTx, { ...read, records })
    await raiseVersions(tx, await input.work(inTx))
  })
}

/**
 * Saves the payments, arrivals and payouts of one transaction as the indexer would, and marks their receipts for settlement.
 * Rows have the same keys, so the indexer may read them too. The caller's transaction has locked the cursor for writing.
 */
async function saveTransaction(
  ctx: TxContext,
  { records, ...read }: ReadTransaction & { records: PayoutRecords },
): Promise<void> {
  const { chainId } = ctx.config
  const cursor = await findCursor(ctx.db, chainId)
  if (!cursor) return

  const upTo = cursor.number - BigInt(senderRules(ctx.config).confirmations) + 1n
  const matched = await matchTransaction(ctx, read)
  // Before payments, because settlement locks direct payments before payments too.
  await saveDirectPayments(ctx.db, { chainId, found: matched.directPayments, now: ctx.now() })
  const { added, changed, payouts } = await savePayments(ctx, { ...matched, knownUpTo: upTo })
  await records.addArrived(ctx, { payouts, releases: [] })
  const { claimed: claims } = decodeIncoming(read.transaction.logs)
  changed.push(...(await markFeesClaimed(ctx.db, { chainId, claims })))
  await upsertReleases(ctx.db, { chainId, releases: matched.releases, now: ctx.now() })
  if (changed.length === 0 && matched.releases.length === 0) return
  const splits = [
    ...added.map(({ payoutAddress }) => payoutAddress),
    ...matched.arrivals.map(({ payoutAddress }) => payoutAddress),
    ...matched.releases.map(({ split }) => split),
  ]
  changed.push(...(await markPaidOut(ctx.db, { chainId, splits: [...new Set(splits)] })))
  changed.push(...(await confirmPayments(ctx.db, { chainId, upTo })))
  await confirmReleases(ctx.db, { chainId, upTo })
  await raiseVersions(ctx.db, changed)
}

/** Matches the transaction with receipts and splits. Counts the events for all receipts, as the indexer does. */
async function matchTransaction(
  { db, config }: Pick<TxContext, 'db' | 'config'>,
  { transaction, block, deposit }: ReadTransaction,
): Promise<Matched> {
  const { chainId } = config
  const { logs } = transaction
  const isSupported = (token: Address) => findAsset(chainId, token) !== null
  const { received, charged } = decodeIncoming(logs)
  const released = logs.flatMap((log) => decodeReleased(log) ?? [])
  const transfers = logs
    .flatMap((log) => decodeTransfer(log) ?? [])
    .filter(({ token }) => isSupported(token))
  const keys = [...new Set(received.map(({ receiptKey }) => receiptKey))]
  const chargeKeys = charged.map(({ chargeKey }) => chargeKey)
  const splits = [...transfers.map(({ to }) => to), ...released.map(({ split }) => split)]
  return matchFacts(
    {
      transfers,
      received,
      charged,
      released,
      timestamps: new Map([[block.number, block.timestampSeconds]]),
    },
    {
      findDeposit: (address) => (deposit && address === deposit.address ? deposit : null),
      byKey: await listByKey(db, { chainId, keys }),
      byChargeKey: await listByChargeKey(db, { chainId, keys: chargeKeys }),
      splitOwners: await listSplitOwners(db, { chainId, addresses: [...new Set(splits)] }),
      isSupported,
    },
  )
}

type Paying = {
  receipt: Receipt
  deposit: Deposit
  transaction: MinedTransaction
  block: Block
  records: PayoutRecords
}

/**
 * Saves the payments of an announced transaction. The indexer misses transfers to addresses that are no longer watched. The
 * address is watched again, because money goes there. The caller's transaction has locked the cursor for writing.
 */
export async function saveAnnouncedPayments(
  ctx: TxContext,
  { receipt, deposit, transaction, block, records }: Paying,
): Promise<void> {
  const { merchant, id: receiptId } = receipt
  const { address, payoutAddress } = deposit
  await watchDeposit(ctx, { receipt, deposit })
  await extendBalanceWatch(ctx.db, { deposit, until: unixMs(ctx.now() + DAY_MS) })
  await saveTransaction(ctx, {
    transaction,
    block,
    records,
    deposit: { address, merchant, receiptId, payoutAddress },
  })
}
