import type { Address } from '../../../lib/hex.js'
import { type UnixMs, unixMs } from '../../../lib/time.js'
import { toTime } from '../../db/columns.js'
import { databaseNow, databaseNowOnce } from '../../db/database-now.js'
import type { Queryable } from '../../db/db.js'
import type { Purpose } from './lanes.js'

/** Gas used in one day. `unfinished` is the sum of the gas limits of transactions that are not in a block yet. */
export type GasUse = { total: bigint; reverted: bigint; unfinished: bigint }

/** The subject of a budget. */
export type BudgetScope =
  | { kind: 'payer'; payer: Address }
  | { kind: 'merchant'; merchant: Address | '' }
  | { kind: 'purpose'; purpose: Purpose }
  | { kind: 'relayer' }

/** Locks the budgets of a chain until the transaction ends, so that no two callers count the same gas as free. */
export async function lockBudgets(db: Queryable, chainId: number): Promise<void> {
  await db.query(`select pg_advisory_xact_lock(hashtextextended('gas-budgets', $1::bigint))`, [
    chainId,
  ])
}

/** Sums the gas that was used since midnight UTC, and the limits of unfinished transactions. */
export async function sumGas(
  db: Queryable,
  { chainId, scope }: { chainId: number; scope: BudgetScope },
): Promise<GasUse> {
  const { condition, value } = conditionOf(scope)
  // One sum per index.
  const limitsOf = (states: string) =>
    `(select coalesce(sum(gas), 0) from outgoing_transactions as open
      where open.chain_id = $1 and open.${states} and ${condition('open')})`
  const { rows } = await db.query<{ total: string; reverted: string; unfinished: string }>(
    `select coalesce(sum(used.gas_used), 0) as total,
       coalesce(sum(used.gas_used) filter (where used.state = 'reverted'), 0) as reverted,
       ${limitsOf("state = 'planned'")} + ${limitsOf("state in ('signed', 'sent')")} as unfinished
     from outgoing_transactions as used
     where used.chain_id = $1 and used.gas_used is not null and used.state_since >= ${midnight}
       and ${condition('used')}`,
    [chainId, ...value],
  )
  const { total = '0', reverted = '0', unfinished = '0' } = rows[0] ?? {}
  return { total: BigInt(total), reverted: BigInt(reverted), unfinished: BigInt(unfinished) }
}

/** Returns the database's time and the next midnight UTC, when budgets start over. */
export async function findReset(db: Queryable): Promise<{ now: UnixMs; resetAt: UnixMs }> {
  const { rows } = await db.query<{ now: string; midnight: string }>(
    `select ${databaseNow} as now, ${midnight} as midnight`,
  )
  const { now = '0', midnight: last = '0' } = rows[0] ?? {}
  return { now: toTime(now), resetAt: unixMs(Number(last) + dayMs) }
}

const dayMs = 86_400_000
/** SQL of the last midnight UTC, in Unix milliseconds. Evaluated once, so that the planner can use an index. */
const midnight = `(${databaseNowOnce} / ${dayMs} * ${dayMs})`

function conditionOf(scope: BudgetScope): {
  condition: (table: string) => string
  value: string[]
} {
  switch (scope.kind) {
    case 'payer':
      return { condition: (table) => `${table}.payer = $2`, value: [scope.payer] }
    case 'merchant':
      return { condition: (table) => `${table}.merchant = $2`, value: [scope.merchant] }
    case 'purpose':
      return { condition: (table) => `${table}.purpose = $2`, value: [scope.purpose] }
    case 'relayer':
      return { condition: () => 'true', value: [] }
  }
}
