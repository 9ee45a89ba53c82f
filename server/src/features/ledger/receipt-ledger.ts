import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import { creditBalances } from './credit-balances.js'
import {
  type Amount,
  type Entry,
  type PostingKind,
  type ReceiptSum,
  refundKey,
  type Sale,
  type UnsoldSum,
} from './entry.js'
import * as store from './receipt-store.js'

type LedgerContext = Pick<TxContext, 'db'>

/** Returns the sums of each receipt by kind, account and asset. Without postings there are none. */
export function sumReceipts(
  ctx: LedgerContext,
  input: { merchant: Address; receiptIds: readonly string[] },
): Promise<Map<string, ReceiptSum[]>> {
  return store.sumReceipts(ctx.db, input)
}

/** Lists the sales in a time range that were not reversed, newest first. */
export function listSales(
  ctx: LedgerContext,
  input: { merchant: Address; from: number; to: number; limit: number },
): Promise<Sale[]> {
  return store.listSales(ctx.db, input)
}

/**
 * Sums the postings in a time range that brought in or returned money outside of sales, newest
 * first: those of receipts without a sale, and those without a receipt. Leaves out reversed
 * postings. There is one sum per receipt, kind, asset and transaction. Postings below a cent share
 * one per receipt, kind and asset, because third parties can make any number of them.
 */
export function listUnsold(
  ctx: LedgerContext,
  input: { merchant: Address; from: number; to: number; limit: number },
): Promise<UnsoldSum[]> {
  return store.listUnsold(ctx.db, input)
}

/** Returns the key of a receipt's sale that was not reversed, or null. */
export function findSaleKey(
  ctx: LedgerContext,
  input: { merchant: Address; receiptId: string },
): Promise<string | null> {
  return store.findSaleKey(ctx.db, input)
}

/** Lists the entries of a posting. Empty when there is no such posting. */
export function listEntries(
  ctx: LedgerContext,
  input: { merchant: Address; key: string },
): Promise<Entry[]> {
  return store.listEntries(ctx.db, input)
}

/** Lists the entries of refunds by the id of the refund. Empty for one outside the ledger. */
export async function listRefundEntries(
  ctx: LedgerContext,
  { merchant, refundIds }: { merchant: Address; refundIds: readonly string[] },
): Promise<Map<string, Entry[]>> {
  const keys = refundIds.map(refundKey)
  const byKey = await store.listEntriesByKey(ctx.db, { merchant, keys })
  return new Map(refundIds.map((id) => [id, byKey.get(refundKey(id)) ?? []]))
}

/** Returns the credit of a receipt, by asset. */
export async function getCredit(
  ctx: LedgerContext,
  { merchant, receiptId, ...sale }: { merchant: Address; receiptId: string; isSold?: boolean },
): Promise<Amount[]> {
  const sums = await store.sumReceipts(ctx.db, { merchant, receiptIds: [receiptId] })
  return creditBalances(sums.get(receiptId) ?? [], sale)
}

/** Returns those of the keys that were posted, reversed ones too. */
export function listPosted(
  ctx: LedgerContext,
  input: { merchant: Address; keys: readonly string[] },
): Promise<Set<string>> {
  return store.listPosted(ctx.db, input)
}

/** Counts a receipt's postings of one kind, reversals included. */
export function countPostings(
  ctx: LedgerContext,
  input: { merchant: Address; receiptId: string; kind: PostingKind },
): Promise<number> {
  return store.countPostings(ctx.db, input)
}
