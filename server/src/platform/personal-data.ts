import type { Address } from '../lib/hex.js'
import type { TxContext } from './context.js'

/** A buyer at one merchant, and a batch of the receipts that belong to the buyer. */
export type DataSubject = {
  merchant: Address
  wallet: Address | null
  /** In lower case. */
  email: string | null
  receiptIds: readonly string[]
  /** Wallets of other people who paid these receipts. An export does not show them. */
  otherWallets: readonly Address[]
  /** Whether data without a receipt is in this batch, which it is once per request. */
  includesBuyer: boolean
}

/** Returns the data about a buyer, by section. */
export type ExportPersonalData = (
  ctx: TxContext,
  subject: DataSubject,
) => Promise<Readonly<Record<string, readonly unknown[]>>>

/**
 * Erases the data about a buyer, and returns the number of rows that had any. Erasing again returns
 * 0. Keeps amounts, dates, tax, transaction hashes and wallets on chain, which bookkeeping needs.
 */
export type ErasePersonalData = (ctx: TxContext, subject: DataSubject) => Promise<number>
