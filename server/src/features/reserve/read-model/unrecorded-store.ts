import type { Address } from '../../../lib/hex.js'
import type { Queryable } from '../../../platform/db/db.js'

/** Lists merchants with postings since a day and without a record of `day`. */
export async function listUnrecorded(
  db: Queryable,
  input: { day: number; sinceDay: number; limit: number },
): Promise<Address[]> {
  const { rows } = await db.query<{ merchant: Address }>(
    `select distinct merchant from ledger_days as active
     where day between $2 and $1 and not exists (
       select 1 from reserve_days as recorded
       where recorded.merchant = active.merchant and recorded.day = $1
     )
     order by merchant limit $3`,
    [input.day, input.sinceDay, input.limit],
  )
  return rows.map(({ merchant }) => merchant)
}
