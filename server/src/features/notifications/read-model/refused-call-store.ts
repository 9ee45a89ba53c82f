import type { Address } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import type { Queryable } from '../../../platform/db/db.js'

/** The calls of a merchant's keys that a limit refused. */
export type RefusedCalls = {
  merchant: Address
  count: number
  /** Those of the newest one. */
  route: string
  keyId: string
}

/** A flood of calls must not make the check slow. */
const maxScanned = 50_000

/** Sums up the calls that limits have refused since a time, by merchant. */
export async function listRefusedCalls(db: Queryable, since: UnixMs): Promise<RefusedCalls[]> {
  const { rows } = await db.query<RefusedCalls>(
    `select merchant, count(*)::int as count,
       (array_agg(route order by at desc, id desc))[1] as route,
       (array_agg(key_id order by at desc, id desc))[1] as "keyId"
     from (
       select merchant, id, at, route, key_id from request_log
       where status = 429 and at >= $1 order by at desc limit ${maxScanned}
     ) as refused
     group by merchant order by merchant`,
    [since],
  )
  return rows
}
