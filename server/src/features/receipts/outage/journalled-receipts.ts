import type { Address } from '../../../lib/hex.js'
import type { Context } from '../../../platform/context.js'
import type { JournalKind } from '../../../platform/journal/journal-kind.js'
import type { NewReceipt } from '../create/receipt-rows.js'
import { replayReceipts } from './replay-receipts.js'

type ReceiptRef = { merchant: Address; id: string }

/** Receipts that were created while the database was unavailable. */
export const journalledReceipts: JournalKind<NewReceipt> = {
  name: 'receipt',
  merchantOf: ({ receipt }) => receipt.merchant,
  keysOf: ({ receipt, wanted = [], network }) => [
    merchantKey(receipt.merchant),
    receiptKey(receipt),
    ...wanted.map(({ itemId }) => itemKey(receipt.merchant, itemId)),
    ...(network ? [networkKey(receipt.merchant, network)] : []),
  ],
  isAnonymous: ({ network }) => Boolean(network),
  replay: replayReceipts,
}

// Ids contain no spaces.
const merchantKey = (merchant: Address) => `merchant ${merchant}`
export const receiptKey = ({ merchant, id }: ReceiptRef) => `receipt ${merchant} ${id}`
const itemKey = (merchant: Address, itemId: string) => `item ${merchant} ${itemId}`
const networkKey = (merchant: Address, network: string) => `network ${merchant} ${network}`

type JournalContext = Pick<Context, 'journal'>

/** Lists the receipts of a merchant that are not in the database yet, oldest first. */
export function listJournalled({ journal }: JournalContext, merchant: Address): NewReceipt[] {
  return journal.list(journalledReceipts, merchantKey(merchant))
}

/** Returns a receipt that is not in the database yet, or null. */
export function findJournalled({ journal }: JournalContext, which: ReceiptRef): NewReceipt | null {
  return journal.find(journalledReceipts, receiptKey(which))
}

/** Lists the receipts that contain an item. */
export function listJournalledWith(
  { journal }: JournalContext,
  { merchant, itemId }: { merchant: Address; itemId: string },
): NewReceipt[] {
  return journal.list(journalledReceipts, itemKey(merchant, itemId))
}

/** Lists the orders that a network address placed without a key. */
export function listJournalledFrom(
  { journal }: JournalContext,
  { merchant, network }: { merchant: Address; network: string },
): NewReceipt[] {
  return journal.list(journalledReceipts, networkKey(merchant, network))
}
