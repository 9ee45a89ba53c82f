import type { Address } from '../../../lib/hex.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { ReceiptStatus } from './statuses.js'

/** A status change that an earlier version stored and did not publish. */
export type LeftoverStatusChange = {
  merchant: Address
  receipt_id: string
  event_id: string
  status: ReceiptStatus
  previous_status: ReceiptStatus
  at: string
  data: {
    failureCode: string | null
    transactionHash: string | null
    /** Checksummed. */
    buyerWallet: string | null
    totalUsd: number
    token: string | null
    brandKey: string
    transactionId: string | null
    metadata: Record<string, unknown> | null
    webhookUrl: string | null
    keyId: string | null
  }
}

/** Removes and returns the oldest status changes of the earlier version. Other processes wait until the transaction ends. */
export async function takeLeftoverStatusChanges(
  db: Queryable,
  limit: number,
): Promise<LeftoverStatusChange[]> {
  await db.query('lock table unrecorded_status_changes in exclusive mode')
  const { rows } = await db.query<LeftoverStatusChange>(
    `with taken as (
       delete from unrecorded_status_changes
       where seq = any (array(select seq from unrecorded_status_changes order by seq limit $1))
       returning *
     )
     select merchant, receipt_id, event_id, status, previous_status, at, data from taken order by seq`,
    [limit],
  )
  return rows
}
