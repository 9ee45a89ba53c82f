import type { Address } from '../../../lib/hex.js'
import type { UnixMs } from '../../../lib/time.js'
import type { Queryable } from '../../../platform/db/db.js'

/** Lists the merchants with large catalogs, those with the most sales since a time first. */
export async function listBusiest(
  db: Queryable,
  input: { items: number; textBytes: number; since: UnixMs; limit: number },
): Promise<Address[]> {
  const { rows } = await db.query<{ merchant: Address }>(
    `select merchant from (
       select merchant, items from catalogs where items >= $1 or text_bytes >= $2
       order by items desc limit 1000
     ) as large
     cross join lateral (
       select count(*) as sales from (
         -- Indexes contain either archived or other receipts.
         select from (
           select merchant, created_at from receipts where archived_at is null
           union all
           select merchant, created_at from receipts where archived_at is not null
         ) as r
         where r.merchant = large.merchant and r.created_at >= $3 limit 1000
       ) as recent
     ) as sold
     order by sales desc, items desc, merchant limit $4`,
    [input.items, input.textBytes, input.since, input.limit],
  )
  return rows.map(({ merchant }) => merchant)
}
