import type { Address } from '../../lib/hex.js'
import { baseUnits, micros } from '../../lib/money.js'
import type { UnixMs } from '../../lib/time.js'
import type { TxContext } from '../../platform/context.js'
import { refundPaidEntries } from './entries.js'
import { post, reversePosting } from './post.js'
import { listRefundEntries } from './receipt-ledger.js'

/** A refund that was paid. Every payment has its own revision: a reorganization may undo it. */
type PaidRefund = { merchant: Address; refundId: string; ledgerRevision: number; at: UnixMs }

/**
 * Records that a refund was paid, so it is no longer owed. Refunds older than the ledger have no
 * entries in it.
 */
export async function postRefundPaid(
  ctx: Pick<TxContext, 'db'>,
  refund: PaidRefund & { receiptId: string; transactionHash: string | null },
): Promise<void> {
  const { merchant, refundId, receiptId, at, transactionHash } = refund
  const posted = await listRefundEntries(ctx, { merchant, refundIds: [refundId] })
  const entries = (posted.get(refundId) ?? [])
    .filter(({ account }) => account === 'refund_payable')
    .flatMap(({ asset, units, usdMicros }) =>
      refundPaidEntries({ asset, units: baseUnits(-units), usdMicros: micros(-usdMicros) }),
    )
  if (entries.length === 0) return
  const key = keyOf(refund)
  await post(ctx, { merchant, receiptId, key, kind: 'refund_paid', at, transactionHash, entries })
}

/** Records that a refund is owed again. */
export async function reverseRefundPaid(
  ctx: Pick<TxContext, 'db'>,
  refund: PaidRefund,
): Promise<void> {
  const { merchant, at } = refund
  await reversePosting(ctx, { merchant, key: keyOf(refund), at })
}

function keyOf({ refundId, ledgerRevision }: PaidRefund): string {
  return `refund-paid:${refundId}:${ledgerRevision}`
}
