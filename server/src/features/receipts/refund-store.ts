import type { Address } from '../../lib/hex.js'
import { cents } from '../../lib/money.js'
import { unixMs } from '../../lib/time.js'
import type { Queryable } from '../../platform/db/db.js'
import type { Refund } from './receipt.js'

type RefundRow = {
  receipt_id: string
  id: string
  usd_cents: string
  buyer: Address
  items: unknown[]
  transaction_hash: string | null
  reason: string | null
  made_by: string
  created_at: string
}

/** The refunds of some receipts, by receipt, the oldest first. */
export async function listRefunds(
  db: Queryable,
  { merchant, ids }: { merchant: Address; ids: readonly string[] },
): Promise<Map<string, Refund[]>> {
  const { rows } = await db.query<RefundRow>(
    `select receipt_id, id, usd_cents, buyer, items, transaction_hash, reason, made_by, created_at
     from refunds where merchant = $1 and receipt_id = any($2) order by created_at, id`,
    [merchant, ids],
  )
  const refunds = new Map<string, Refund[]>()
  for (const row of rows) {
    const known = refunds.get(row.receipt_id)
    if (known) known.push(toRefund(row))
    else refunds.set(row.receipt_id, [toRefund(row)])
  }
  return refunds
}

export async function insertRefund(
  db: Queryable,
  { merchant, receiptId, refund }: { merchant: Address; receiptId: string; refund: Refund },
): Promise<void> {
  await db.query(
    `insert into refunds (
       merchant, receipt_id, id, usd_cents, buyer, items, transaction_hash, reason, made_by, created_at
     )
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      merchant,
      receiptId,
      refund.id,
      refund.usdCents,
      refund.buyer,
      JSON.stringify(refund.items),
      refund.transactionHash,
      refund.reason,
      refund.by,
      refund.createdAt,
    ],
  )
}

function toRefund(row: RefundRow): Refund {
  return {
    id: row.id,
    usdCents: cents(BigInt(row.usd_cents)),
    buyer: row.buyer,
    items: row.items,
    transactionHash: row.transaction_hash,
    reason: row.reason,
    by: row.made_by,
    createdAt: unixMs(Number(row.created_at)),
  }
}
