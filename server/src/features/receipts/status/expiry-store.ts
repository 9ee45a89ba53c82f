import type { Address } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import type { Queryable } from '../../../platform/db/db.js'
import type { WorkSource } from '../../../platform/jobs/work-poll.js'

const canExpire = `expires_at is not null and status in (
  'generated', 'link_opened', 'buyer_logged_in', 'checkout_initialized', 'pending',
  'checkout_success'
)`

export const expiredReceipts: WorkSource = {
  topic: 'deadlines',
  sql: `exists (select from receipts where expires_at <= $1 and ${canExpire})`,
}

/** Lists expired receipts of all merchants, neither paid nor failed, earliest expiry first. */
export async function listExpired(
  db: Queryable,
  { now, limit }: { now: UnixMs; limit: number },
): Promise<{ merchant: Address; id: string }[]> {
  const { rows } = await db.query<{ merchant: Address; id: string }>(
    `select merchant, id from receipts
     where expires_at <= $1 and ${canExpire}
     order by expires_at limit $2`,
    [now, limit],
  )
  return rows
}
