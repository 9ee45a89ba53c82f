import type { UnixMs } from '../../lib/time.js'
import { findCursor } from '../../platform/chain/head/cursor-store.js'
import type { TxContext } from '../../platform/context.js'
import type { Receipt, SettleAgain } from '../receipts/receipt.js'
import { updateRow } from './index/direct-payment-store.js'
import { findProgress, type Progress } from './index/progress-store.js'
import {
  type DirectPayment,
  type ExpectedSettlement,
  needsSafeBlock,
  type Payment,
  type ReceiptRef,
  type Settlement,
} from './payment.js'
import { listPayments, updatePayments } from './payment-store.js'
import { isBlocked } from './read-model/blocked-receipts.js'
import { insertReturned, listReturned as listRows } from './returned-payment-store.js'
import type { CreditReturn, ReturnedPayment } from './returned-sql.js'
import {
  deleteSettlement,
  findSettlement,
  listDue,
  postponeSettlement,
  raiseVersion,
  updateSettlement,
} from './settlement-store.js'

type DbContext = Pick<TxContext, 'db'>

/** Everything that the settlement of a receipt needs to know about its payments. */
export type PaidReceipt = {
  settlement: ExpectedSettlement
  payments: Payment[]
  returned: CreditReturn[]
  finalizedNumber: bigint
  /** The newest safe block if the receipt waits for one, or null. */
  safeNumber: bigint | null
  /** Whether a legal check does not permit to pay the receipt. */
  isBlocked: boolean
}

/** Returns how far the chain has been indexed and receipts settled. */
export function getProgress({ db, config }: Pick<TxContext, 'db' | 'config'>): Promise<Progress> {
  return findProgress(db, config.chainId)
}

/** Lists receipts whose payments changed, the longest waiting first. */
export function listReceiptsToSettle(
  { db }: DbContext,
  due: { now: UnixMs; limit: number },
): Promise<ReceiptRef[]> {
  return listDue(db, due)
}

/** Returns the payments of a locked receipt and its settlement, or null if it was never paid. */
export async function findPaidReceipt(
  ctx: Pick<TxContext, 'db' | 'config'>,
  receipt: Receipt,
): Promise<PaidReceipt | null> {
  const ref = { merchant: receipt.merchant, receiptId: receipt.id }
  const settlement = await findSettlement(ctx.db, ref)
  if (!settlement) return null
  const cursor = await findCursor(ctx.db, ctx.config.chainId)
  return {
    settlement,
    payments: await listPayments(ctx.db, ref),
    returned: await listReturned(ctx, receipt),
    finalizedNumber: cursor?.finalizedNumber ?? 0n,
    safeNumber: needsSafeBlock(ctx.config, receipt) ? (cursor?.safeNumber ?? 0n) : null,
    isBlocked: receipt.onramp !== null && (await isBlocked(ctx, ref)),
  }
}

/**
 * Saves a settlement with the payments that it classified or posted. A receipt that no longer
 * exists has none. Returns false when the indexer has changed a payment since it was read. Roll
 * back then, and settle the receipt again.
 */
export async function endSettlement(
  { db }: DbContext,
  {
    settlement,
    payments,
    ...ref
  }: ReceiptRef & { settlement: Settlement | null; payments: readonly Payment[] },
): Promise<boolean> {
  if (!settlement) {
    await deleteSettlement(db, ref)
    return true
  }
  // Payments first, as the indexer locks them.
  if (!(await updatePayments(db, payments))) return false
  await updateSettlement(db, { ...ref, settlement })
  return true
}

/** Marks a receipt for settlement, if it has payments. */
export const settleAgain: SettleAgain = ({ db }, { merchant, id: receiptId }) =>
  raiseVersion(db, { merchant, receiptId })

/** Postpones the settlement of a receipt, whatever happens on chain until then. */
export function postpone({ db }: DbContext, input: ReceiptRef & { until: UnixMs }): Promise<void> {
  return postponeSettlement(db, input)
}

/** Lists the payments of a receipt. */
export function listReceiptPayments({ db }: DbContext, receipt: ReceiptRef): Promise<Payment[]> {
  return listPayments(db, receipt)
}

/** Returns whether a receipt waits for a safe block before its payments count. */
export async function waitsForSafeBlock({ db }: DbContext, receipt: ReceiptRef): Promise<boolean> {
  const settlement = await findSettlement(db, receipt)
  return settlement !== null && settlement.safeAtBlock !== null
}

/** Saves a direct payment as it is posted. Returns false when it has changed since it was read. */
export function updateDirectPayment(
  { db }: DbContext,
  change: { before: DirectPayment; after: DirectPayment },
): Promise<boolean> {
  return updateRow(db, change)
}

/** Records the payments that a return of credit was taken from. */
export function recordReturned(
  { db }: DbContext,
  input: ReceiptRef & { refundId: string; returned: readonly ReturnedPayment[] },
): Promise<void> {
  return insertReturned(db, input)
}

/** Lists the returned credit of a receipt, oldest first. Most have none, which saves the query. */
export async function listReturned(
  { db }: Pick<TxContext, 'db'>,
  { merchant, id: receiptId, creditReturnedUsdCents }: Receipt,
): Promise<CreditReturn[]> {
  return creditReturnedUsdCents === 0n ? [] : listRows(db, { merchant, receiptId })
}
