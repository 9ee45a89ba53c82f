import { type OutgoingState, outgoingStates } from '../../platform/chain/outgoing/outgoing.js'
import type { Queryable } from '../../platform/db/db.js'

/** Counting stops here, because final transactions accumulate without limit. */
export const maxCount = 10_000

/** Counts the outgoing transactions of all merchants on a chain by state. */
export async function countByState(
  db: Queryable,
  chainId: number,
): Promise<Record<OutgoingState, number>> {
  const { rows } = await db.query<{ state: OutgoingState; count: string }>(
    `select state, (
       select count(*) from (
         select from outgoing_transactions t
         where t.chain_id = $1 and t.state = states.state limit ${maxCount}
       ) as counted
     ) as count
     from unnest($2::text[]) as states (state)`,
    [chainId, outgoingStates],
  )
  const counts = rows.map(({ state, count }) => [state, Number(count)] as const)
  return Object.fromEntries(counts) as Record<OutgoingState, number>
}
