import type { UnixMs } from '../../lib/time.js'
import type { TxContext } from '../../platform/context.js'
import type { Receipt } from '../receipts/receipt.js'
import { findCursor } from './index/cursor-store.js'
import {
  type ExpectedSettlement,
  needsSafeBlock,
  type Payment,
  type ReceiptRef,
  type Settlement,
} from './payment.js'
import { listPayments, updatePayments } from './payment-store.js'
import { insertReturned, listReturned as listRows } from './returned-payment-store.js'
import type { Returned, ReturnedPayment } from './returned-sql.js'
import {
  deleteSettlement,
  findSettlement,
  listDue,
  postponeSettlement,
  updateSettlement,
} from './settlement-store.js'

type DbContext = Pick<TxContext, 'db'>

/** Everything that the settlement of a receipt needs to know about its payments. */
export type PaidReceipt = {
  settlement: ExpectedSettlement
  payments: Payment[]
  returned: Returned[]
  finalizedNumber: bigint
  /** The newest safe block if the receipt waits for one, or null. */
  safeNumber: bigint | null
}

/** Lists receipts whose payments changed, the longest waiting first. */
export function listReceiptsToSettle(
  { db }: DbContext,
  due: { now: UnixMs; limit: number },
): Promise<ReceiptRef[]> {
  return listDue(db, due)
}

/** Returns the payments of a locked receipt and its settlement, or null if nothing of it was ever paid. */
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
  }
}

/**
 * Saves the classification of payments and their ledger revisions.
 *
 * @throws {PaymentChanged}
 */
export function savePayments({ db }: DbContext, payments: readonly Payment[]): Promise<void> {
  return updatePayments(db, payments)
}

/** Saves a settlement. A receipt that no longer exists has none. */
export async function endSettlement(
  { db }: DbContext,
  { settlement, ...ref }: ReceiptRef & { settlement: Settlement | null },
): Promise<void> {
  if (settlement) await updateSettlement(db, { ...ref, settlement })
  else await deleteSettlement(db, ref)
}

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

/** Records the payments that a return of credit was taken from. */
export function recordReturned(
  { db }: DbContext,
  input: ReceiptRef & { refundId: string; returned: readonly ReturnedPayment[] },
): Promise<void> {
  return insertReturned(db, input)
}

/** Lists the credit of a receipt that was returned, oldest first. Most receipts have none, which saves the query. */
export async function listReturned(
  { db }: Pick<TxContext, 'db'>,
  { merchant, id: receiptId, creditReturnedUsdCents }: Receipt,
): Promise<Returned[]> {
  return creditReturnedUsdCents === 0n ? [] : listRows(db, { merchant, receiptId })
}
