import type { TxContext } from '../../../platform/context.js'
import type { JournalKind } from '../../../platform/journal/journal-kind.js'
import { recordEvent } from '../../events/record-event.js'
import { holdInOrder } from '../../inventory/hold-in-order.js'
import type { Quantity } from '../../inventory/stock.js'
import { keepSoldInside } from '../../media/keep-sold.js'
import { isSameSale } from '../amounts/is-same-bill.js'
import { markLate } from '../create/changed-receipt-store.js'
import { insertReceiptsInside } from '../create/insert-receipts-store.js'
import type { NewReceipt } from '../create/receipt-rows.js'
import type { Receipt } from '../receipt.js'
import { addTimelineEntry } from '../status/add-timeline-entry.js'
import { findReceipt } from '../store.js'
import { describeOversold } from './oversold-event.js'

const conflict = 'another receipt has this id'

/**
 * Inserts journalled receipts, keeps the pictures of their lines, and holds their stock as far as it is free. A receipt that needs
 * more than that is marked as oversold. The same receipt may be in the database already, when its first insert had an unknown outcome.
 */
export const replayReceipts: JournalKind<NewReceipt>['replay'] = async (ctx, entries) => {
  const inputs = entries.map(({ value }) => ({ ...value, facts: null }))
  const first = new Map<string, NewReceipt>()
  for (const input of inputs) {
    const key = `${input.receipt.merchant} ${input.receipt.id}`
    if (!first.has(key)) first.set(key, input)
  }
  const distinct = [...first.values()]
  const insertions = await insertReceiptsInside(ctx.db, distinct, { holdsStock: false })
  const made = distinct.filter((_, place) => kindOf(insertions[place]) === 'made')
  await holdStock(ctx, made)
  const deposits = made.flatMap(({ deposit, receipt: { createdAt } }) =>
    deposit ? [{ ...deposit, createdAt }] : [],
  )
  await markLate(ctx.db, { deposits, now: ctx.now() })
  await keepSoldInside(
    ctx,
    made.flatMap(({ receipt }) => receipt.lines.map(({ thumb }) => thumb)),
  )

  const isMade = new Set(made)
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

async function holdStock(ctx: TxContext, made: readonly NewReceipt[]): Promise<void> {
  const missing = await holdInOrder(
    ctx,
    made.map(({ receipt, wanted = [], holdUntil }) => ({
      merchant: receipt.merchant,
      receiptId: receipt.id,
      wanted,
      until: holdUntil ?? receipt.createdAt,
      isSoft: receipt.softHold !== null,
    })),
  )
  for (const [place, { receipt }] of made.entries()) {
    const oversold = missing[place] ?? []
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
}
