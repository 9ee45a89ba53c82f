import type { Address } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import type { Queryable } from '../../../platform/db/db.js'
import { toStoredLine } from '../amounts/stored-bill.js'
import type { ReceiptLine } from '../receipt.js'

export type ReviewedOrder = { merchant: Address; id: string }

/** Lists orders of all merchants placed without a key and not reviewed yet, oldest first. */
export async function listUnreviewed(
  db: Queryable,
  { before, limit }: { before: UnixMs; limit: number },
): Promise<ReviewedOrder[]> {
  const { rows } = await db.query<ReviewedOrder>(
    `select merchant, id from receipts
     where created_at < $1 and kind = 'order' and key_id is null and reviewed_at is null
     order by created_at limit $2`,
    [before, limit],
  )
  return rows
}

export async function markReviewed(
  db: Queryable,
  { merchant, id, reviewedAt }: ReviewedOrder & { reviewedAt: UnixMs },
): Promise<void> {
  await db.query('update receipts set reviewed_at = $3 where merchant = $1 and id = $2', [
    merchant,
    id,
    reviewedAt,
  ])
}

/**
 * Replaces the lines of a receipt, and deletes the buyer's data from it and from its timeline.
 * Entries by wallets outside the merchant's team are the buyer's.
 */
export async function eraseBuyerData(
  db: Queryable,
  { merchant, id, lines }: ReviewedOrder & { lines: readonly ReceiptLine[] },
): Promise<void> {
  await db.query(
    `update receipts set lines = $3::jsonb, metadata = null, billing = null, onramp_email = null,
       reference = null, redirect_url = null, return_url = null
     where merchant = $1 and id = $2`,
    [merchant, id, JSON.stringify(lines.map(toStoredLine))],
  )
  await db.query(
    `update timeline_entries set note = null, detail = null,
       made_by = case
         when made_by like '0x%' and not exists (
           select from members where members.merchant = $1 and members.person = made_by
         ) then 'buyer' else made_by end
     where merchant = $1 and receipt_id = $2`,
    [merchant, id],
  )
}
