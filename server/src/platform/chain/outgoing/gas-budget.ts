import { AppError } from '../../../lib/errors.js'
import type { Address } from '../../../lib/hex.js'
import { MINUTE_MS, unixMs } from '../../../lib/time.js'
import type { Alerts } from '../../alerts/alerts.js'
import type { TxContext } from '../../context.js'
import type { Queryable } from '../../db/db.js'
import {
  type BudgetScope,
  findReset,
  type GasUse,
  lockBudgets,
  sumGas,
} from './gas-budget-store.js'
import type { Purpose } from './lanes.js'

/** Parts of the relayer's daily gas, as divisors: 4 is a quarter. */
type Parts = { total: bigint; reverted: bigint }

const parts = {
  payer: { total: 40n, reverted: 400n },
  merchant: { total: 4n, reverted: 100n },
  relayer: { total: 1n, reverted: 10n },
} as const satisfies Record<string, Parts>

/** Flushes and distributions may use everything that is left, so that no other purpose stops settlement. */
const partsOfPurpose: Partial<Record<Purpose, Parts>> = {
  'payment.authorized': { total: 2n, reverted: 10n },
  'split.create': { total: 10n, reverted: 100n },
}

/** Limits are several times the usual cost, so unfinished transactions count with a quarter. */
const unfinishedPart = 4n

type Planned = { merchant: Address | ''; payer: Address | null; purpose: Purpose; gas: bigint }
type BudgetContext = Pick<TxContext, 'db' | 'config' | 'alerts'>

/**
 * Requires that the daily gas budgets of payer, merchant, purpose and relayer allow another transaction. They bound what
 * wallets, accounts and contracts of strangers can cost, because those are free. The caller's transaction locks the
 * budgets until it has planned the transaction.
 *
 * @throws {AppError} `rate_limited` with `resetAt`.
 */
export async function requireGasBudget(ctx: BudgetContext, planned: Planned): Promise<void> {
  await lockBudgets(ctx.db, ctx.config.chainId)
  await expectGasBudget(ctx, planned)
}

/**
 * Requires that the budgets allow another transaction now, without a lock. Saves work that `requireGasBudget` would
 * refuse later.
 *
 * @throws {AppError} `rate_limited` with `resetAt`.
 */
export async function expectGasBudget(ctx: BudgetContext, planned: Planned): Promise<void> {
  const spent = await findSpentBudget(ctx, planned)
  if (!spent) return
  const { now, resetAt } = await findReset(ctx.db)
  // A payer's budget may only be reserved, until its earlier payment is mined.
  const at = spent.isReserved ? unixMs(now + MINUTE_MS) : resetAt
  throw new AppError('rate_limited', `${messages[spent.scope]} Try again after resetAt.`, {
    fields: { resetAt: at },
  })
}

/** Returns whether the budgets allow another transaction. Locks them as `requireGasBudget` does. */
export async function hasGasBudget(ctx: BudgetContext, planned: Planned): Promise<boolean> {
  await lockBudgets(ctx.db, ctx.config.chainId)
  return (await findSpentBudget(ctx, planned)) === null
}

/** Returns whether the relayer has used its gas of the day. */
export async function isRelayerSpent(
  db: Queryable,
  { chainId, relayerDailyGas }: { chainId: number; relayerDailyGas: bigint },
): Promise<boolean> {
  const { total } = await sumGas(db, { chainId, scope: { kind: 'relayer' } })
  return total >= relayerDailyGas
}

/** Raises or resolves the alert that a budget of the operator is spent. */
export function alertBudget(
  alerts: Alerts,
  { key, isSpent }: { key: 'relayer' | Purpose; isSpent: boolean },
): void {
  const message = 'the daily gas budget is spent'
  if (isSpent) alerts.raise({ name: 'gas_budget_spent', key, message })
  else alerts.resolve('gas_budget_spent', key)
}

const messages = {
  payer: 'The daily gas budget of this wallet is spent. Send a transfer from your wallet instead.',
  merchant: 'The daily gas budget of this merchant is spent.',
  purpose: 'The daily gas budget for transactions of this kind is spent.',
  relayer: 'The daily gas budget is spent.',
}

type Spent = { scope: BudgetScope['kind']; isReserved: boolean }

async function findSpentBudget(ctx: BudgetContext, planned: Planned): Promise<Spent | null> {
  const { merchant, payer, purpose } = planned
  const scopes: { scope: BudgetScope; parts: Parts | undefined }[] = [
    ...(payer ? [{ scope: { kind: 'payer', payer } as const, parts: parts.payer }] : []),
    { scope: { kind: 'merchant', merchant }, parts: parts.merchant },
    { scope: { kind: 'purpose', purpose }, parts: partsOfPurpose[purpose] },
    { scope: { kind: 'relayer' }, parts: parts.relayer },
  ]
  for (const { scope, parts: allowed } of scopes) {
    if (!allowed) continue
    const use = await sumGas(ctx.db, { chainId: ctx.config.chainId, scope })
    const spent = isSpent(use, { scope, allowed, planned, daily: ctx.config.relayerDailyGas })
    if (scope.kind === 'relayer') alertBudget(ctx.alerts, { key: 'relayer', isSpent: spent })
    if (scope.kind === 'purpose') alertBudget(ctx.alerts, { key: purpose, isSpent: spent })
    if (!spent) continue
    const without = { ...use, unfinished: 0n }
    const isReserved = !isSpent(without, {
      scope,
      allowed,
      planned,
      daily: ctx.config.relayerDailyGas,
    })
    return { scope: scope.kind, isReserved }
  }
  return null
}

function isSpent(
  { total, reverted, unfinished }: GasUse,
  input: { scope: BudgetScope; allowed: Parts; planned: Planned; daily: bigint },
): boolean {
  const { scope, allowed, planned, daily } = input
  const expected = (unfinished + planned.gas) / unfinishedPart
  // A hostile payer can make all its payments revert at once, so each one counts in full.
  const atRisk = scope.kind === 'payer' ? unfinished + planned.gas : expected
  return total + expected > daily / allowed.total || reverted + atRisk > daily / allowed.reverted
}
