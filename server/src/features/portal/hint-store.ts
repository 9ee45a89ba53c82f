import type { PortalRef } from '../../auth/portal-tokens.js'
import type { Hash } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import type { Queryable } from '../../platform/db/db.js'

/**
 * Remembers where to look for a payment, unless the receipt has as many such places already. Whoever holds the receipt
 * counts right. `false` when there is no room; the same one again needs none.
 */
export async function insertHint(
  db: Queryable,
  hint: PortalRef & { txHash: Hash; now: UnixMs; atMost: number },
): Promise<boolean> {
  const { merchant, receiptId, txHash, now, atMost } = hint
  const { rows } = await db.query<{ is_kept: boolean }>(
    `with known as (
       select tx_hash from payment_hints where merchant = $1 and receipt_id = $2
     ), added as (
       insert into payment_hints (merchant, receipt_id, tx_hash, created_at, state)
       select $1, $2, $3, $4, 'open' where (select count(*) from known) < $5
       on conflict (merchant, receipt_id, tx_hash) do nothing
       returning tx_hash
     )
     select exists (select from added) or exists (select from known where tx_hash = $3) as is_kept`,
    [merchant, receiptId, txHash, now, atMost],
  )
  return rows[0]?.is_kept ?? false
}
