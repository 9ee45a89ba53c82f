import type { PortalRef } from '../../auth/portal-tokens.js'
import type { Hash } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import { toTime } from '../../platform/db/columns.js'
import type { Queryable } from '../../platform/db/db.js'
import { isInFlight } from '../authorizations/in-flight-sql.js'

/** A payment in flight. `txHash` is null before the relayer sends it, and for native coin that was not announced. */
export type Sent = { txHash: Hash | null; at: UnixMs; isOurs: boolean }

/**
 * SQL condition: the relayer moves this much native coin, at least a twentieth of the quoted amount. Anyone can send less.
 * Zero stands for a transfer of tokens.
 */
const isWorthMoving = (units: string) => `(${units} = 0 or ${units} * 20 >= coalesce((
    select min(units) from quotes where merchant = $1 and receipt_id = $2
  ), 0))`

/**
 * SQL of everything in flight to the receipt `$1`, `$2` that is not recorded as a payment: authorizations, announced
 * transactions that are open or found, and native coin at the deposit address. A native payment carries the hash of the
 * flush that moved it, so any native payment completes an announced native transfer. A later payment that is known by its
 * flush completes an announced transfer of tokens.
 */
export const inFlight = `
  select 1 as place, o.hash, a.created_at as at
  from portal_authorizations a join outgoing_transactions o on o.id = a.transaction_id
  where a.merchant = $1 and a.receipt_id = $2 and ${isInFlight}
  union all
  select 2, h.tx_hash, h.created_at from payment_hints h
  where h.merchant = $1 and h.receipt_id = $2
    and (h.state = 'open' or h.state = 'paying' and ${isWorthMoving('coalesce(h.units, 0)')} and not exists (
      select from payments p where p.merchant = $1 and p.receipt_id = $2
        and (p.tx_hash = h.tx_hash or p.kind = 'native' and h.units > 0
          or p.kind = 'flush' and p.block_number >= h.block_number)
    ))
  union all
  select 3, (
    select tx_hash from payment_hints
    where merchant = $1 and receipt_id = $2 and state = 'paying' and units > 0
    order by created_at desc, tx_hash limit 1
  ), native_since from deposits
  where merchant = $1 and receipt_id = $2 and native_units is not null
    and (native_flush_key is not null or ${isWorthMoving('native_units')})`

/** Finds the newest payment in flight. Authorizations come first, because they are the most certain. */
export async function findSent(
  db: Queryable,
  { merchant, receiptId }: PortalRef,
): Promise<Sent | null> {
  const { rows } = await db.query<{ place: number; hash: Hash | null; at: string }>(
    `${inFlight} order by place, at desc, hash limit 1`,
    [merchant, receiptId],
  )
  const [row] = rows
  return row ? { txHash: row.hash, at: toTime(row.at), isOurs: row.place === 1 } : null
}
