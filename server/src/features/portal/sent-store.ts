import type { PortalReceipt } from '../../auth/portal-tokens.js'
import type { Hash } from '../../lib/hex.js'
import { type UnixMs, unixMs } from '../../lib/time.js'
import type { Queryable } from '../../platform/db/db.js'
import { isUnderWay } from './gasless/authorization-store.js'

/** A payment that a buyer has sent, as far as anybody knows; without a hash while ours is not on its way yet. */
export type Sent = { txHash: Hash | null; at: UnixMs }

/**
 * The last payment for a receipt that nobody has seen yet: a transaction that was announced and not yet looked for in
 * vain, or one that was signed and is ours to send, which is the surer of the two.
 */
export async function findSent(
  db: Queryable,
  { merchant, receiptId }: PortalReceipt,
): Promise<Sent | null> {
  const { rows } = await db.query<{ hash: Hash | null; created_at: string }>(
    `select o.hash, a.created_at, 1 as place
     from portal_authorizations a join outgoing_transactions o on o.id = a.transaction_id
     where a.merchant = $1 and a.receipt_id = $2 and ${isUnderWay}
     union all
     select tx_hash, created_at, 2 from payment_hints
     where merchant = $1 and receipt_id = $2 and state = 'open'
     order by place, created_at desc, hash limit 1`,
    [merchant, receiptId],
  )
  const [row] = rows
  return row ? { txHash: row.hash, at: unixMs(Number(row.created_at)) } : null
}
