import type { Address } from '../../../../lib/hex.js'
import { DAY_MS, unixMs } from '../../../../lib/time.js'
import { findAsset } from '../../../../platform/chain/assets/asset.js'
import type { Block, MinedTransaction } from '../../../../platform/chain/chain.js'
import type { Deposit } from '../../../../platform/chain/deposit-address.js'
import { watchDeposit } from '../../../../platform/chain/deposits/deposit-store.js'
import { extendBalanceWatch } from '../../../../platform/chain/deposits/native-store.js'
import {
  type Cursor,
  findCursor,
  lockCursor,
} from '../../../../platform/chain/head/cursor-store.js'
import { decodeReleased, decodeTransfer } from '../../../../platform/chain/logs/decode-logs.js'
import { senderRules } from '../../../../platform/chain/outgoing/round/sender-rules.js'
import { type Context, inTransaction, type TxContext } from '../../../../platform/context.js'
import type { Receipt } from '../../../receipts/receipt.js'
import { markReleased } from '../../flush-store.js'
import { releaseFlushes } from '../../flushes.js'
import { markFeesClaimed } from '../../index/charges/charge-receipt-store.js'
import { saveDirectPayments } from '../../index/direct-payment-store.js'
import { matchStored } from '../../index/index-range.js'
import { markPaidOut } from '../../index/paid-out-store.js'
import { confirmPayments } from '../../index/payment-state-store.js'
import { decodeIncoming } from '../../index/read-range.js'
import { savePayments } from '../../index/save-payments.js'
import type { WatchedDeposit } from '../../index/watch-list.js'
import type { Distribution, PayoutRecords, ReceiptRef } from '../../payment.js'
import { raiseVersions } from '../../settlement-store.js'

/** A mined transaction and its block. Plain transfers to the address of `deposit` count. */
export type ReadTransaction = {
  transaction: MinedTransaction
  block: Block
  deposit?: WatchedDeposit & { address: Address }
}

/**
 * Saves our own flushes and distributions that were read when the cursor was at a block. Releases
 * the flushes that had no effect, and marks the money as paid out of the distributions that
 * `endDistributions` returns. Does nothing when a reorg has moved the cursor: it may have removed
 * the transactions.
 */
export async function saveOwnTransactions(
  ctx: Context,
  input: {
    cursor: Cursor
    transactions: readonly ReadTransaction[]
    records: PayoutRecords
    endDistributions: (ctx: TxContext) => Promise<readonly Distribution[]>
  },
): Promise<void> {
  const { cursor, transactions, records } = input
  const { chainId } = ctx.config
  await inTransaction(ctx, async (inTx) => {
    await lockCursor(inTx.db, { chainId, isWriter: transactions.length > 0 })
    if ((await findCursor(inTx.db, chainId))?.hash !== cursor.hash) return
    for (const read of transactions) await saveTransaction(inTx, { ...read, records })
    const sent = transactions.map(({ transaction }) => transaction)
    const released = { cursor: cursor.number, transactions: sent }
    await records.addFailed(inTx, await releaseFlushes(inTx, released))
    const changed: ReceiptRef[] = []
    for (const distributed of await input.endDistributions(inTx)) {
      changed.push(...(await markReleased(inTx.db, { chainId, ...distributed })))
    }
    // After all payments: settlements are locked last.
    await raiseVersions(inTx.db, changed)
  })
}

/**
 * Saves the payments, arrivals and payouts of one transaction as the indexer would, and marks their
 * receipts for settlement. Rows have the same keys, so the indexer may read them too. The caller's
 * transaction has locked the cursor for writing.
 */
async function saveTransaction(
  ctx: TxContext,
  { records, ...read }: ReadTransaction & { records: PayoutRecords },
): Promise<void> {
  const { chainId } = ctx.config
  const cursor = await findCursor(ctx.db, chainId)
  if (!cursor) return

  const confirmedThrough = cursor.number - BigInt(senderRules(ctx.config).confirmations) + 1n
  const matched = await matchTransaction(ctx, read)
  // Before payments, because settlement locks direct payments before payments too.
  await saveDirectPayments(ctx.db, { chainId, payments: matched.directPayments, now: ctx.now() })
  const { added, changed, payouts } = await savePayments(ctx, {
    ...matched,
    knownUpTo: confirmedThrough,
  })
  await records.addArrived(ctx, { payouts, releases: matched.releases })
  const { claimed: claims } = decodeIncoming(read.transaction.logs)
  changed.push(...(await markFeesClaimed(ctx.db, { chainId, claims })))
  if (changed.length === 0 && matched.releases.length === 0) return
  const splits = [
    ...added.map(({ payoutAddress }) => payoutAddress),
    ...matched.arrivals.map(({ payoutAddress }) => payoutAddress),
    ...matched.releases.map(({ split }) => split),
  ]
  changed.push(...(await markPaidOut(ctx.db, { chainId, splits: [...new Set(splits)] })))
  changed.push(...(await confirmPayments(ctx.db, { chainId, confirmedThrough })))
  await records.confirm(ctx, { confirmedThrough })
  await raiseVersions(ctx.db, changed)
}

/** Matches the transaction with receipts and splits. Counts all receipts, as the indexer does. */
async function matchTransaction(
  ctx: Pick<TxContext, 'db' | 'config'>,
  { transaction, block, deposit }: ReadTransaction,
) {
  const { chainId } = ctx.config
  const { logs } = transaction
  const facts = {
    ...decodeIncoming(logs),
    released: logs.flatMap((log) => decodeReleased(log) ?? []),
    transfers: logs
      .flatMap((log) => decodeTransfer(log) ?? [])
      .filter(({ token }) => findAsset(chainId, token) !== null),
    timestamps: new Map([[block.number, block.timestampSeconds]]),
  }
  const findDeposit = (address: Address) => (address === deposit?.address ? deposit : null)
  return matchStored(ctx, facts, findDeposit)
}

type PayingTransaction = {
  receipt: Receipt
  deposit: Deposit
  transaction: MinedTransaction
  block: Block
  records: PayoutRecords
}

/**
 * Saves the payments of an announced transaction. The indexer misses transfers to addresses that
 * are no longer watched. The address is watched again, because money goes there. The caller's
 * transaction has locked the cursor for writing.
 */
export async function saveAnnouncedPayments(
  ctx: TxContext,
  { receipt, deposit, transaction, block, records }: PayingTransaction,
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
