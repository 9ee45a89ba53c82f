import type { PortalRef } from '../../auth/portal-tokens.js'
import type { Address } from '../../lib/hex.js'
import type { Hex } from '../../platform/chain/chain.js'
import type { Queryable } from '../../platform/db/db.js'

/** A signed payment whose transaction was never signed by the relayer. */
export type UnsentAuthorization = PortalRef & { transactionId: string; data: Hex }

/** Lists unsent authorizations of all merchants, in the order in which the relayer will sign them. */
export async function listUnsent(
  db: Queryable,
  { chainId, limit }: { chainId: number; limit: number },
): Promise<UnsentAuthorization[]> {
  const { rows } = await db.query<{
    merchant: Address
    receipt_id: string
    transaction_id: string
    data: Hex
  }>(
    `select a.merchant, a.receipt_id, a.transaction_id, o.data
     from outgoing_transactions o
       join portal_authorizations a on a.merchant = o.merchant and a.transaction_id = o.id
     where o.chain_id = $1 and o.state = 'planned' and o.generation = 0
     order by o.priority, o.tried_at nulls first, o.planned_us limit $2`,
    [chainId, limit],
  )
  return rows.map((row) => ({
    merchant: row.merchant,
    receiptId: row.receipt_id,
    transactionId: row.transaction_id,
    data: row.data,
  }))
}
