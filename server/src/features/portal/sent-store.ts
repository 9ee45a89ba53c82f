import type { PortalRef } from '../../auth/portal-tokens.js'
import type { Hash } from '../../lib/hex.js'
import type { UnixMs } from '../../lib/time.js'
import { toTime } from '../../platform/db/columns.js'
import type { Queryable } from '../../platform/db/db.js'
import { inFlight } from '../settlement/in-flight-sql.js'

/** A payment in flight. `txHash` is null before the relayer sends it, and for native coin that was not announced. */
export type Sent = { txHash: Hash | null; at: UnixMs; isOurs: boolean }

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
