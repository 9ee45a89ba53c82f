import { databaseNow } from '../../../db/columns.js'
import type { Queryable } from '../../../db/db.js'
import { type OutgoingState, outgoingStates } from '../outgoing.js'

/** Counting stops here, because final transactions accumulate without limit. */
export const maxCounted = 10_000

/** All states except `final`, whose number is unbounded. */
export const countedStates = ['planned', 'signed', 'sent', 'mined', 'reverted', 'failed'] as const
type CountedState = (typeof countedStates)[number]

export type OutgoingSummary = {
  counts: Record<CountedState, number>
  /** Transactions that need an operator. */
  stuck: number
  /** Errors that have blocked transactions for longer than `blockedMs`. */
  blocked: string[]
  oldestUnminedMs: number
  /** Lowest balance of all signers, in wei; `null` before the first round. */
  balance: bigint | null
}

/** Summarizes the outgoing transactions of a chain. Counts reverted and failed ones to 10,000. */
export async function summarizeOutgoing(
  db: Queryable,
  { chainId, blockedMs }: { chainId: number; blockedMs: number },
): Promise<OutgoingSummary> {
  const { rows: states } = await db.query<{ state: CountedState; count: string }>(
    `select state, count(*) as count from (
       (select state from outgoing_transactions where chain_id = $1 and state = 'planned')
       union all
       (select state from outgoing_transactions where chain_id = $1
          and (state in ('signed', 'sent') or (state in ('mined', 'reverted') and settled_at is null)))
       union all
       (select state from outgoing_transactions
        where chain_id = $1 and state in ('reverted', 'failed') and settled_at is not null
        limit ${maxCounted})
     ) as counted group by state`,
    [chainId],
  )
  const { rows: troubles } = await db.query<{
    stuck: string
    blocked: string[] | null
    age: string | null
    balance: string | null
  }>(
    `select count(stuck_since) as stuck,
       array_agg(distinct error) filter (where error_since < ${databaseNow} - $2::bigint) as blocked,
       ${databaseNow} - min(planned_us) / 1000 as age,
       (select min(balance) from outgoing_signers where chain_id = $1) as balance
     from (
       (select error, error_since, stuck_since, planned_us from outgoing_transactions
        where chain_id = $1 and state = 'planned')
       union all
       (select error, error_since, stuck_since, planned_us from outgoing_transactions
        where chain_id = $1 and state in ('signed', 'sent'))
     ) as unmined`,
    [chainId, blockedMs],
  )

  const countOf = new Map(states.map(({ state, count }) => [state, Number(count)]))
  const counts = countedStates.map((state) => [state, countOf.get(state) ?? 0] as const)
  const { stuck = '0', blocked = null, age = null, balance = null } = troubles[0] ?? {}
  return {
    counts: Object.fromEntries(counts) as OutgoingSummary['counts'],
    stuck: Number(stuck),
    blocked: blocked ?? [],
    oldestUnminedMs: Math.max(0, Number(age ?? 0)),
    balance: balance === null ? null : BigInt(balance),
  }
}

/** Counts the outgoing transactions of all merchants on a chain by state. */
export async function countByState(
  db: Queryable,
  chainId: number,
): Promise<Record<OutgoingState, number>> {
  const { rows } = await db.query<{ state: OutgoingState; count: string }>(
    `select state, (
       select count(*) from (
         select from outgoing_transactions t
         where t.chain_id = $1 and t.state = states.state limit ${maxCounted}
       ) as counted
     ) as count
     from unnest($2::text[]) as states (state)`,
    [chainId, outgoingStates],
  )
  const counts = rows.map(({ state, count }) => [state, Number(count)] as const)
  return Object.fromEntries(counts) as Record<OutgoingState, number>
}
