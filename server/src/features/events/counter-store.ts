import type { Address } from '../../lib/hex.js'
import type { Queryable } from '../../platform/db/db.js'

/** The counters of a merchant, by column. */
const columns = { event: 'last_no', delivery: 'last_delivery_no' } as const

/**
 * Returns the next number of each merchant listed, in order. A merchant's numbers become visible in order: the next
 * caller waits until the transaction that took the last number ends.
 */
export async function takeNumbers(
  db: Queryable,
  merchants: readonly Address[],
  counter: keyof typeof columns,
): Promise<number[]> {
  const column = columns[counter]
  const counts = new Map<Address, number>()
  for (const merchant of merchants) counts.set(merchant, (counts.get(merchant) ?? 0) + 1)

  const { rows } = await db.query<{ merchant: Address; last: string }>(
    `insert into event_counters (merchant, ${column})
     select * from unnest($1::text[], $2::bigint[]) as wanted (merchant, count) order by merchant
     on conflict (merchant) do update set ${column} = event_counters.${column} + excluded.${column}
     returning merchant, ${column} as last`,
    [[...counts.keys()], [...counts.values()]],
  )
  const next = new Map(
    rows.map(({ merchant, last }) => [merchant, Number(last) - (counts.get(merchant) ?? 0)]),
  )
  return merchants.map((merchant) => {
    const no = (next.get(merchant) ?? 0) + 1
    next.set(merchant, no)
    return no
  })
}
