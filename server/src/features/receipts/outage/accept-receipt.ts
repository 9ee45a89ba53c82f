import { statusFacts } from '../../../lib/receipt-statuses.js'
import { depositOf } from '../../../platform/chain/deposit-address.js'
import type { Context } from '../../../platform/context.js'
import { StoreUnavailable } from '../../../platform/db/store-unavailable.js'
import type { Shortage, WantedStock } from '../../inventory/stock/stock.js'
import { isSameSale } from '../amounts/is-same-bill.js'
import { requireRecent } from '../create/created-receipt.js'
import type { NewReceipt } from '../create/receipt-rows.js'
import type { Receipt } from '../receipt.js'
import { journaledReceipts, listJournaledWith, receiptKey } from './journaled-receipts.js'
import { findStoredReceipt } from './recall-receipts.js'

/** The result of a sale without the database. */
export type Acceptance =
  | { kind: 'accepted'; receipt: Receipt }
  | { kind: 'short'; short: Shortage[] }

type AcceptInput = Omit<NewReceipt, 'deposit'> & {
  /** The free stock that this process last knew of the items with limited stock. */
  available?: ReadonlyMap<string, number>
}

/**
 * Accepts a receipt while the database is unavailable. It is inserted when the database is back.
 * The orders that a process accepts do not exceed the stock that it last knew. A repeated receipt
 * is accepted once.
 *
 * @throws {StoreUnavailable} when it cannot be kept, or when another receipt is known under its id.
 * @throws {AppError} `idempotency_conflict`.
 */
export async function acceptReceipt(
  ctx: Pick<Context, 'config' | 'journal' | 'snapshot' | 'now'>,
  { available, ...input }: AcceptInput,
): Promise<Acceptance> {
  const { receipt } = input
  const stored = await findStoredReceipt(ctx, receipt)
  if (stored) return repeatStored(ctx, { stored, receipt })
  const key = receiptKey(receipt)
  while (ctx.journal.find(journaledReceipts, key)) {
    const written = await ctx.journal.findWritten(journaledReceipts, key)
    if (!written) continue
    if (isSameSale(written.receipt, receipt)) return { kind: 'accepted', receipt: written.receipt }
    throw new StoreUnavailable({ mayHaveCommitted: false })
  }
  const shortages = listShort(ctx, { receipt, quantities: input.quantities ?? [], available })
  if (shortages.length > 0) return { kind: 'short', short: shortages }
  const deposit = depositOf(ctx.config, receipt)
  await ctx.journal.append(journaledReceipts, { ...input, deposit })
  return { kind: 'accepted', receipt }
}

/** Returns a receipt of the snapshot to a repeated request. Only the database can replace one. */
function repeatStored(
  ctx: Pick<Context, 'now'>,
  { stored, receipt }: { stored: Receipt; receipt: Receipt },
): Acceptance {
  const isOpen = !statusFacts[stored.status].isSettled && stored.status !== 'failed'
  if (!isSameSale(stored, receipt) || !(stored.hasGeneratedId || isOpen)) {
    throw new StoreUnavailable({ mayHaveCommitted: false })
  }
  if (stored.hasGeneratedId) requireRecent(ctx, stored)
  return { kind: 'accepted', receipt: stored }
}

function listShort(
  ctx: Pick<Context, 'journal'>,
  input: {
    receipt: Receipt
    quantities: readonly WantedStock[]
    available: ReadonlyMap<string, number> | undefined
  },
): Shortage[] {
  const { receipt, quantities, available = new Map() } = input
  const { merchant } = receipt
  return quantities.flatMap(({ itemId, qty }) => {
    const knownQty = available.get(itemId)
    if (knownQty === undefined) return []
    const remainingQty =
      knownQty - sumAccepted(listJournaledWith(ctx, { merchant, itemId }), itemId)
    // Quantities have three decimals.
    return remainingQty > qty - 0.000_5 ? [] : [{ itemId, available: Math.max(0, remainingQty) }]
  })
}

/** Sums the quantity of an item in receipts that hold stock. */
function sumAccepted(accepted: readonly NewReceipt[], itemId: string): number {
  return accepted
    .filter(({ receipt }) => receipt.softHold === null)
    .flatMap(({ quantities = [] }) => quantities)
    .reduce((sum, item) => (item.itemId === itemId ? sum + item.qty : sum), 0)
}
