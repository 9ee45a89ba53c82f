import type { PortalRef } from '../../auth/portal-tokens.js'
import type { Hash } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import { toTime } from '../../platform/db/columns.js'
import type { Queryable } from '../../platform/db/db.js'
import { isInFlight } from '../authorizations/in-flight-sql.js'

/**
 * A payment on its way, as far as anybody knows. It has no hash while ours is not sent yet, nor where coin came that
 * nobody has announced.
 */
export type Sent = { txHash: Hash | null; at: UnixMs; isOurs: boolean }

/**
 * What is on its way to the receipt `$1`, `$2` and not written down as a payment: signed and ours to send; announced
 * and not yet looked for in vain, or found and not yet written down; coin that lies at its address. A payment in coin has
 * the hash of the transaction that moved it on, so any of them ends the wait for one that was announced.
 */
export const onItsWay = `
  select 1 as place, o.hash, a.created_at as at
  from portal_authorizations a join outgoing_transactions o on o.id = a.transaction_id
  where a.merchant = $1 and a.receipt_id = $2 and ${isInFlight}
  union all
  select 2, h.tx_hash, h.created_at from payment_hints h
  where h.merchant = $1 and h.receipt_id = $2
    and (h.state = 'open' or h.state = 'paying' and not exists (
      select from payments p where p.merchant = $1 and p.receipt_id = $2
        and (p.tx_hash = h.tx_hash or p.kind = 'native' and h.units > 0)
    ))
  union all
  select 3, (
    select tx_hash from payment_hints
    where merchant = $1 and receipt_id = $2 and state = 'paying' and units > 0
    order by created_at desc, tx_hash limit 1
  ), native_since from deposits
  where merchant = $1 and receipt_id = $2 and native_units is not null`

/** The last payment for a receipt that is not written down yet; before all others one that is ours, which is the surest. */
export async function findSent(
  db: Queryable,
  { merchant, receiptId }: PortalRef,
): Promise<Sent | null> {
  const { rows } = await db.query<{ place: number; hash: Hash | null; at: string }>(
    `${onItsWay} order by place, at desc, hash limit 1`,
    [merchant, receiptId],
  )
  const [row] = rows
  return row ? { txHash: row.hash, at: toTime(row.at), isOurs: row.place === 1 } : null
}
