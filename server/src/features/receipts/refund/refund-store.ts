import type { Address } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import { toBaseUnits, toCents, toTime, toTimeOrNull } from '../../../platform/db/columns.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { Refund, RefundItem, RefundRef } from '../receipt.js'

type RefundRow = {
  receipt_id: string
  id: string
  usd_cents: string
  buyer: Address | null
  is_credit: boolean
  items: RefundItem[]
  transaction_hash: string | null
  reason: string | null
  restock: boolean
  token: Address | null
  units: string | null
  confirmed_at: string | null
  made_by: string
  created_at: string
}

const columns = `receipt_id, id, usd_cents, buyer, is_credit, items, transaction_hash, reason, restock, token,
  units, confirmed_at, made_by, created_at`

/** Returns the refunds of several receipts by receipt id, oldest first. */
export async function listRefunds(
  db: Queryable,
  { merchant, ids }: { merchant: Address; ids: readonly string[] },
): Promise<Map<string, Refund[]>> {
  const { rows } = await db.query<RefundRow>(
    `select ${columns} from refunds
     where merchant = $1 and receipt_id = any($2) order by created_at, id`,
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
    `insert into refunds (merchant, ${columns})
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      merchant,
      receiptId,
      refund.id,
      refund.usdCents,
      refund.buyer,
      refund.isCredit,
      JSON.stringify(refund.items),
      refund.transactionHash,
      refund.reason,
      refund.restock,
      refund.paidIn?.token ?? null,
      refund.paidIn?.units ?? null,
      refund.confirmedAt,
      refund.by,
      refund.createdAt,
    ],
  )
}

/**
 * Sets when a refund was confirmed on chain, or null when a reorganisation undid it. Returns the ledger revision after
 * the change, or null when nothing changed.
 */
export async function updateConfirmed(
  db: Queryable,
  { merchant, receiptId, id, confirmedAt }: RefundRef & { confirmedAt: UnixMs | null },
): Promise<{ ledgerRevision: number; transactionHash: string | null } | null> {
  const { rows } = await db.query<{ posted: number; transaction_hash: string | null }>(
    `update refunds set confirmed_at = $4, posted = posted + 1
     where merchant = $1 and receipt_id = $2 and id = $3
       and (confirmed_at is null) <> ($4::bigint is null)
     returning posted, transaction_hash`,
    [merchant, receiptId, id, confirmedAt],
  )
  const [row] = rows
  return row ? { ledgerRevision: row.posted, transactionHash: row.transaction_hash } : null
}

function toRefund(row: RefundRow): Refund {
  return {
    id: row.id,
    usdCents: toCents(row.usd_cents),
    buyer: row.buyer,
    isCredit: row.is_credit,
    items: row.items,
    transactionHash: row.transaction_hash,
    reason: row.reason,
    restock: row.restock,
    paidIn:
      row.token === null || row.units === null
        ? null
        : { token: row.token, units: toBaseUnits(row.units) },
    confirmedAt: toTimeOrNull(row.confirmed_at),
    by: row.made_by,
    createdAt: toTime(row.created_at),
  }
}
