import { assertNever } from '../../../../lib/errors.js'
import type { Address } from '../../../../lib/hex.js'
import { type UnixMs, unixMs } from '../../../../lib/time.js'
import { databaseNow, databaseNowOnce, toTime } from '../../../db/columns.js'
import type { Queryable } from '../../../db/db.js'
import type { Purpose } from '../signer-roles.js'

/**
 * Purposes whose calls third parties choose, and whose reverts are limited. Each group has limits
 * of its own.
 */
export const riskyGroups = {
  /** The payer's code runs, so a revert costs the payer little. It must not stop other payers. */
  contract: ['payment.authorized_contract', 'x402.settle_contract'],
  other: ['payment.authorized', 'x402.settle', 'split.create'],
} as const satisfies Record<string, readonly Purpose[]>

export const riskyPurposes: readonly Purpose[] = Object.values(riskyGroups).flat()

/**
 * Purposes that customers of a merchant choose, and that protect them from it. The budget of the
 * merchant neither stops nor pays for them.
 */
export const customerPurposes: readonly Purpose[] = [
  'subscription.cancel',
  'subscription.cancel_unused',
]

/** Gas of one day. Transactions that are not in a block yet count with their gas limits. */
export type GasUse = {
  total: bigint
  unfinished: bigint
  /** Gas of reverted transactions, of the given risky purposes only. */
  reverted: bigint
  /** Gas limits of unfinished transactions, of the given risky purposes only. */
  atRisk: bigint
}

/** The subject of a budget. */
export type BudgetScope =
  | { kind: 'payer'; payer: Address }
  | { kind: 'merchant'; merchant: Address }
  /** Risky transactions of no merchant: payments for developer plans. */
  | { kind: 'platform' }
  | { kind: 'purpose'; purpose: Purpose }
  /** The transactions of a purpose that are for one merchant; '' is the platform. */
  | { kind: 'share'; merchant: Address | ''; purpose: Purpose }
  | { kind: 'relayer' }

/**
 * Locks the budgets of a chain until the transaction ends, so that no two callers count the same
 * gas as free.
 */
export async function lockBudgets(db: Queryable, chainId: number): Promise<void> {
  await db.query(`select pg_advisory_xact_lock(hashtextextended('gas-budgets', $1::bigint))`, [
    chainId,
  ])
}

/** Sums the gas that was used since midnight UTC, and the limits of unfinished transactions. */
export async function sumGas(
  db: Queryable,
  input: { chainId: number; scope: BudgetScope; risky?: readonly Purpose[] },
): Promise<GasUse> {
  const { chainId, scope, risky = riskyPurposes } = input
  const { condition, value } = conditionOf(scope)
  const isRisky = isOneOf(risky)
  // One sum per index.
  const limitsOf = (states: string) =>
    `(select coalesce(sum(gas), 0) as gas, coalesce(sum(gas) filter (where ${isRisky}), 0) as risky
      from outgoing_transactions where chain_id = $1 and ${states} and ${condition})`
  const { rows } = await db.query<Record<keyof GasUse, string>>(
    `select used.total, used.reverted, planned.gas + sent.gas as unfinished,
       planned.risky + sent.risky as "atRisk"
     from (
       select coalesce(sum(gas_used), 0) as total,
         coalesce(sum(gas_used) filter (where state = 'reverted' and ${isRisky}), 0) as reverted
       from outgoing_transactions
       where chain_id = $1 and gas_used is not null and state_since >= ${midnight} and ${condition}
     ) as used, ${limitsOf("state = 'planned'")} as planned, ${limitsOf("state in ('signed', 'sent')")} as sent`,
    [chainId, ...value],
  )
  const { total = '0', reverted = '0', unfinished = '0', atRisk = '0' } = rows[0] ?? {}
  return {
    total: BigInt(total),
    unfinished: BigInt(unfinished),
    reverted: BigInt(reverted),
    atRisk: BigInt(atRisk),
  }
}

/**
 * Counts the other merchants with transactions of a purpose that were mined since midnight UTC, or
 * are unfinished.
 */
export async function countMerchants(
  db: Queryable,
  { chainId, purpose, except }: { chainId: number; purpose: Purpose; except: Address | '' },
): Promise<bigint> {
  const merchantsOf = (states: string) =>
    `select merchant from outgoing_transactions
     where chain_id = $1 and purpose = $2 and merchant <> $3 and ${states}`
  const { rows } = await db.query<{ count: string }>(
    `select count(*) from (
       ${merchantsOf(`gas_used is not null and state_since >= ${midnight}`)}
       union ${merchantsOf("state = 'planned'")}
       union ${merchantsOf("state in ('signed', 'sent')")}
     ) as others`,
    [chainId, purpose, except],
  )
  return BigInt(rows[0]?.count ?? 0)
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
/** SQL of the last midnight UTC in Unix ms. Evaluated once, so that an index can be used. */
const midnight = `(${databaseNowOnce} / ${dayMs} * ${dayMs})`
const isOneOf = (purposes: readonly Purpose[]) =>
  `purpose in (${purposes.map((purpose) => `'${purpose}'`).join(', ')})`

function conditionOf(scope: BudgetScope): { condition: string; value: string[] } {
  switch (scope.kind) {
    case 'payer':
      return { condition: 'payer = $2', value: [scope.payer] }
    case 'merchant':
      return {
        condition: `merchant = $2 and not ${isOneOf(customerPurposes)}`,
        value: [scope.merchant],
      }
    case 'platform':
      return { condition: `merchant = $2 and ${isOneOf(riskyPurposes)}`, value: [''] }
    case 'purpose':
      return { condition: 'purpose = $2', value: [scope.purpose] }
    case 'share':
      return { condition: 'merchant = $2 and purpose = $3', value: [scope.merchant, scope.purpose] }
    case 'relayer':
      return { condition: 'true', value: [] }
    default:
      return assertNever(scope)
  }
}
