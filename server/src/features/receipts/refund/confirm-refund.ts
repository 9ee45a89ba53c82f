import { baseUnits, micros } from '../../../lib/money.js'
import type { TxContext } from '../../../platform/context.js'
import { refundPaidEntries } from '../../ledger/entries.js'
import { post } from '../../ledger/post.js'
import { listEntries } from '../../ledger/receipt-ledger.js'
import { refundKey } from './book-refund.js'
import { type RefundRef, updateConfirmed } from './refund-store.js'

/** The chain was seen to have given a refund back: it is no longer owed. `false` when that was known, or is not ours. */
export async function confirmRefund(
  ctx: Pick<TxContext, 'db' | 'now'>,
  { merchant, receiptId, id }: RefundRef,
): Promise<boolean> {
  const at = ctx.now()
  const told = await updateConfirmed(ctx.db, { merchant, receiptId, id, confirmedAt: at })
  if (!told) return false

  const booked = await listEntries(ctx, { merchant, key: refundKey(id) })
  const entries = booked
    .filter(({ account }) => account === 'refund_payable')
    .flatMap(({ asset, units, usdMicros }) =>
      refundPaidEntries({ asset, units: baseUnits(-units), usdMicros: micros(-usdMicros) }),
    )
  // Refunds from before there was a ledger are not in it.
  if (entries.length === 0) return true
  await post(ctx, {
    merchant,
    receiptId,
    key: refundPaidKey({ id, posted: told.posted }),
    kind: 'refund_paid',
    at,
    transactionHash: told.transactionHash,
    entries,
  })
  return true
}

/** What the ledger knows it by that a refund was paid. Each time anew: a reorganisation may take it back. */
export function refundPaidKey({ id, posted }: { id: string; posted: number }): string {
  return `refund-paid:${id}:${posted}`
}
