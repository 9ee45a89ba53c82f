import type { Address } from '../../../lib/hex.js'
import { markLate } from '../../../platform/chain/deposits/deposit-store.js'
import type { Context, TxContext } from '../../../platform/context.js'
import type { JournalEntry, JournalKind } from '../../../platform/journal/journal-kind.js'
import { requestReceiptCheck } from '../../../platform/notifications/raise-notifications.js'
import { recordEvent } from '../../events/record-event.js'
import { holdInOrder } from '../../inventory/stock/hold-in-order.js'
import type { Quantity } from '../../inventory/stock/stock.js'
import { keepSoldInside } from '../../media/keep-sold.js'
import { isSameSale } from '../amounts/is-same-bill.js'
import { insertReceiptsInside } from '../create/insert-receipts-store.js'
import type { NewReceipt } from '../create/receipt-rows.js'
import type { Receipt } from '../receipt.js'
import { addTimelineEntry } from '../status/add-timeline-entry.js'
import { findReceipt } from '../store.js'
import type { ReceiptRef } from '../wanted-sql.js'
import { describeOversold } from './oversold-event.js'

/** Receipts that were created while the database was unavailable. */
export const journaledReceipts: JournalKind<NewReceipt> = {
  name: 'receipt',
  merchantOf: ({ receipt }) => receipt.merchant,
  keysOf: ({ receipt, quantities = [], network }) => [
    merchantKey(receipt.merchant),
    receiptKey(receipt),
    ...quantities.map(({ itemId }) => itemKey(receipt.merchant, itemId)),
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
export function listJournaled({ journal }: JournalContext, merchant: Address): NewReceipt[] {
  return journal.list(journaledReceipts, merchantKey(merchant))
}

/** Returns a receipt that is not in the database yet, or null. */
export function findJournaled({ journal }: JournalContext, ref: ReceiptRef): NewReceipt | null {
  return journal.find(journaledReceipts, receiptKey(ref))
}

/** Lists the receipts that contain an item. */
export function listJournaledWith(
  { journal }: JournalContext,
  { merchant, itemId }: { merchant: Address; itemId: string },
): NewReceipt[] {
  return journal.list(journaledReceipts, itemKey(merchant, itemId))
}

/** Lists the orders that a network address placed without a key. */
export function listJournaledFrom(
  { journal }: JournalContext,
  { merchant, network }: { merchant: Address; network: string },
): NewReceipt[] {
  return journal.list(journaledReceipts, networkKey(merchant, network))
}

const conflict = 'another receipt has this id'

/**
 * Inserts receipts, keeps their pictures, and holds their stock if available. Marks a receipt that
 * needs more as oversold. One may be stored already, after an insert with an unknown outcome.
 */
async function replayReceipts(
  ctx: TxContext,
  entries: readonly JournalEntry<NewReceipt>[],
): Promise<(string | null)[]> {
  const inputs = entries.map(({ value }) => ({ ...value, facts: null }))
  const first = new Map<string, NewReceipt>()
  for (const input of inputs) {
    const key = `${input.receipt.merchant} ${input.receipt.id}`
    if (!first.has(key)) first.set(key, input)
  }
  const distinct = [...first.values()]
  const insertions = await insertReceiptsInside(ctx.db, distinct, { holdsStock: false })
  const newReceipts = distinct.filter((_, place) => kindOf(insertions[place]) === 'made')
  await holdStock(ctx, newReceipts)
  const deposits = newReceipts.flatMap(({ deposit, receipt: { createdAt } }) =>
    deposit ? [{ ...deposit, createdAt }] : [],
  )
  await markLate(ctx.db, { deposits, now: ctx.now() })
  await keepSoldInside(
    ctx,
    newReceipts.flatMap(({ receipt }) => receipt.lines.map(({ thumb }) => thumb)),
  )

  const isMade = new Set(newReceipts)
  const reasons: (string | null)[] = []
  for (const input of inputs) {
    if (isMade.has(input)) reasons.push(null)
    else reasons.push((await isStored(ctx, input.receipt)) ? null : conflict)
  }
  return reasons
}

function kindOf(insertion: Awaited<ReturnType<typeof insertReceiptsInside>>[number] | undefined) {
  return typeof insertion === 'object' ? insertion.kind : null
}

async function isStored({ db }: Pick<TxContext, 'db'>, receipt: Receipt): Promise<boolean> {
  const stored = await findReceipt(db, receipt)
  return stored !== null && isSameSale(stored, receipt)
}

async function holdStock(ctx: TxContext, newReceipts: readonly NewReceipt[]): Promise<void> {
  const missingStock = await holdInOrder(
    ctx,
    newReceipts.map(({ receipt, quantities = [], holdUntil }) => ({
      merchant: receipt.merchant,
      receiptId: receipt.id,
      quantities,
      until: holdUntil ?? receipt.createdAt,
      isSoft: receipt.softHold !== null,
    })),
  )
  for (const [place, { receipt }] of newReceipts.entries()) {
    const oversold = missingStock[place] ?? []
    if (oversold.length > 0) await markOversold(ctx, { receipt, oversold })
  }
}

async function markOversold(
  ctx: TxContext,
  { receipt, oversold }: { receipt: Receipt; oversold: Quantity[] },
): Promise<void> {
  const at = ctx.now()
  const detail = { oversold: oversold.map(({ itemId }) => itemId) }
  await addTimelineEntry(ctx, { receipt, type: 'oversold', by: 'outage', detail })
  await recordEvent(ctx, {
    merchant: receipt.merchant,
    kind: 'receipt.oversold',
    subject: { receiptId: receipt.id },
    data: describeOversold(receipt, { oversold, at, brandKey: ctx.config.brandKey }),
    createdAt: at,
  })
  await requestReceiptCheck(ctx, { merchant: receipt.merchant, receiptId: receipt.id })
}
