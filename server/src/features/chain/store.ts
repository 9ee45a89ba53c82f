import { type OutgoingState, outgoingStates } from '../../platform/chain/outgoing/outgoing.js'
import type { Queryable } from '../../platform/db/db.js'

/** There is no end of what is final, and an operator who asks should not wait for it to be counted. */
export const countedAtMost = 10_000

/** How many outgoing transactions of a chain are in each state, for all merchants; each counted up to 10,000. */
export async function countByState(
  db: Queryable,
  chainId: number,
): Promise<Record<OutgoingState, number>> {
  const { rows } = await db.query<{ state: OutgoingState; count: string }>(
    `select state, (
       select count(*) from (
         select from outgoing_transactions t
         where t.chain_id = $1 and t.state = states.state limit ${countedAtMost}
       ) as counted
     ) as count
     from unnest($2::text[]) as states (state)`,
    [chainId, outgoingStates],
  )
  const counts = rows.map(({ state, count }) => [state, Number(count)] as const)
  return Object.fromEntries(counts) as Record<OutgoingState, number>
}
