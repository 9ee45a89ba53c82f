import { MINUTE_MS, type UnixMs, unixMs } from '../../../lib/time.js'
import type { TxContext } from '../../context.js'
import type { Queryable } from '../../db/db.js'
import type { LimitOwner } from '../../limits/limit.js'
import { limitReached } from '../../limits/limit-reached.js'
import {
  type BudgetOwners,
  gasOf,
  type Limits,
  limitsOf,
  type Parts,
  percentOf,
  purposeParts,
} from './gas-limits.js'
import type { Purpose } from './signer-roles.js'
import {
  type BudgetScope,
  countMerchants,
  findReset,
  type GasUse,
  lockBudgets,
  riskyGroups,
  riskyPurposes,
  sumGas,
} from './stores/gas-budget-store.js'

/**
 * Purposes whose budget merchants share fairly, because merchants are free. Purposes of payers with
 * code are not shared: these revert on purpose at little cost. ETH transfers are, because a payout
 * address with code can send native token back, and the relayer then moves it again.
 */
const sharedPurposes: readonly Purpose[] = [
  'payment.authorized',
  'x402.settle',
  'subscription.charge',
  'subscription.cancel',
  'subscription.cancel_unused',
  'deposit.flush_coin',
  'deposit.flush_wallet',
  'split.distribute_coin',
]
/**
 * Parts of a shared purpose that one merchant may use, as divisors. Canceling costs a customer
 * nothing, and a merchant can create all of its customers itself.
 */
const merchantParts: Partial<Record<Purpose, bigint>> = { 'subscription.cancel_unused': 10n }
/** The part of the daily gas that a merchant keeps per shared purpose, at least one transaction. */
const guaranteedPart = 2_000n
const leastGuaranteed = 250_000n

/** Limits are several times the usual cost, so unfinished transactions count with a quarter. */
const unfinishedPart = 4n

type PlannedGas = BudgetOwners & { gas: bigint }
type BudgetContext = Pick<TxContext, 'db' | 'config' | 'alerts'>

/**
 * Requires that the daily gas budgets of payer, merchant, purpose and relayer allow another
 * transaction. They bound what wallets, accounts and contracts of third parties can cost, because
 * those are free. The caller's transaction locks the budgets until it has planned the transaction.
 *
 * @throws {AppError} `rate_limited` with `resetAt`.
 */
export async function requireGasBudget(ctx: BudgetContext, planned: PlannedGas): Promise<void> {
  await lockBudgets(ctx.db, ctx.config.chainId)
  await expectGasBudget(ctx, planned)
}

/**
 * Requires that the budgets allow another transaction now, without a lock. Saves work that
 * `requireGasBudget` would refuse later.
 *
 * @throws {AppError} `rate_limited` with `resetAt`.
 */
export async function expectGasBudget(ctx: BudgetContext, planned: PlannedGas): Promise<void> {
  const spent = await findSpentBudget(ctx, planned)
  if (!spent) return
  const { now, resetAt } = await findReset(ctx.db)
  const at = spent.isReserved ? unixMs(now + MINUTE_MS) : resetAt
  const owner = owners[spent.scope]
  throw limitReached('gas', {
    owner,
    max: percentOf(ctx.config, owner, planned.merchant),
    resetAt: at,
    retryAfterMs: at - now,
    message: `${messages[spent.scope]} Try again after resetAt.`,
  })
}

/**
 * Returns null when the budgets allow another transaction, or else when to try again: soon if
 * unfinished transactions only reserve the gas. Locks the budgets as `requireGasBudget` does.
 */
export async function checkGasBudget(
  ctx: BudgetContext,
  planned: PlannedGas,
): Promise<{ retryAfterMs: number } | null> {
  await lockBudgets(ctx.db, ctx.config.chainId)
  const spent = await findSpentBudget(ctx, planned)
  return spent && { retryAfterMs: spent.isReserved ? MINUTE_MS : 5 * MINUTE_MS }
}

/** Returns whether the relayer has used its gas of the day. */
export async function isRelayerSpent(
  db: Queryable,
  { chainId, relayerDailyGas }: { chainId: number; relayerDailyGas: bigint },
): Promise<boolean> {
  return (await sumGasOfRelayer(db, chainId)) >= relayerDailyGas
}

/** Sums the gas that all signers have used since midnight UTC. */
export async function sumGasOfRelayer(db: Queryable, chainId: number): Promise<bigint> {
  const { total } = await sumGas(db, { chainId, scope: { kind: 'relayer' } })
  return total
}

/** The gas of one day that a purpose, or the relayer as a whole, has used and may use. */
export type BudgetUse = {
  /** Null for the whole relayer. */
  purpose: Purpose | null
  usedGas: bigint
  maxGas: bigint
  /** Gas of transactions whose calls third parties choose. */
  revertedGas: bigint
  /** Null without a limit. */
  maxRevertedGas: bigint | null
}

/** Lists the budgets of the relayer and of each purpose that has one, and when they start over. */
export async function listGasBudgets(
  ctx: Pick<TxContext, 'db' | 'config'>,
): Promise<{ budgets: BudgetUse[]; resetAt: UnixMs }> {
  const { chainId, relayerDailyGas: daily } = ctx.config
  const purposes = Object.entries(purposeParts) as [Purpose, Parts][]
  const all = [[null, { total: 1n }] as const, ...purposes]
  const budgets: BudgetUse[] = []
  for (const [purpose, { total, reverted }] of all as [Purpose | null, Parts][]) {
    const scope = purpose ? ({ kind: 'purpose', purpose } as const) : ({ kind: 'relayer' } as const)
    const use = await sumGas(ctx.db, { chainId, scope })
    budgets.push({
      purpose,
      usedGas: use.total,
      maxGas: purpose ? daily / total : gasOf(ctx.config, 'platform'),
      revertedGas: use.reverted,
      maxRevertedGas: reverted === undefined ? null : daily / reverted,
    })
  }
  return { budgets, resetAt: (await findReset(ctx.db)).resetAt }
}

const owners = {
  payer: 'wallet',
  merchant: 'merchant',
  platform: 'merchant',
  purpose: 'platform',
  share: 'merchant',
  relayer: 'platform',
} as const satisfies Record<BudgetScope['kind'], LimitOwner>

const messages: Record<BudgetScope['kind'], string> = {
  payer: 'The daily gas budget of this wallet is spent.',
  merchant: 'The daily gas budget of this merchant is spent.',
  platform: 'The daily gas budget for payments to the platform is spent.',
  purpose: 'The daily gas budget for transactions of this kind is spent.',
  share: 'The share of this merchant in the daily gas for transactions of this kind is spent.',
  relayer: 'The daily gas budget is spent.',
}

type SpentBudget = { scope: BudgetScope['kind']; isReserved: boolean }

async function findSpentBudget(
  ctx: BudgetContext,
  planned: PlannedGas,
): Promise<SpentBudget | null> {
  const { chainId } = ctx.config
  for (const { scope, limits } of limitsOf(ctx.config, planned)) {
    const use = await sumGas(ctx.db, { chainId, scope, risky: riskyFor(scope, planned) })
    const isSpent = exceeds(use, { scope, limits, planned })
    const isReserved = !exceeds({ ...use, unfinished: 0n, atRisk: 0n }, { scope, limits, planned })
    if (scope.kind === 'purpose') alertPurpose(ctx, { ...scope, use, limits, isSpent: !isReserved })
    const isHalfUsed = expectedOf(use, planned) * 2n > limits.total
    if (scope.kind === 'purpose' && sharedPurposes.includes(scope.purpose)) {
      const part = merchantParts[scope.purpose]
      // Merchants cost nothing, so the shares that they keep are limited in sum too.
      const isOver = expectedOf(use, planned) > 2n * limits.total
      if (part && isOver) return { scope: scope.kind, isReserved: false }
      const cap = part ? limits.total / part : null
      const limit = isSpent ? 0n : isHalfUsed ? limits.total / 2n : limits.total
      const isShared = isSpent || isHalfUsed || cap !== null
      const spent = isShared ? await findSpentShare(ctx, { planned, limit, cap }) : null
      if (spent) return spent
    } else if (isSpent) return { scope: scope.kind, isReserved }
  }
  return null
}

/**
 * Checks the share of a merchant in a purpose. `limit` is the gas that its merchants share equally,
 * and `cap` the most for one. Each keeps a small share even if nothing is left, so that a few
 * merchants cannot stop those of all others.
 */
async function findSpentShare(
  ctx: BudgetContext,
  { planned, limit, cap }: { planned: PlannedGas; limit: bigint; cap: bigint | null },
): Promise<SpentBudget | null> {
  const { chainId, relayerDailyGas } = ctx.config
  const { merchant, purpose } = planned
  const use = await sumGas(ctx.db, { chainId, scope: { kind: 'share', merchant, purpose } })
  const others = await countMerchants(ctx.db, { chainId, purpose, except: merchant })
  const guaranteed = larger(relayerDailyGas / guaranteedPart, leastGuaranteed)
  const equal = limit / (others + 1n)
  const share = larger(cap !== null && cap < equal ? cap : equal, guaranteed)
  if (expectedOf(use, planned) <= share) return null
  return { scope: 'share', isReserved: expectedOf({ ...use, unfinished: 0n }, planned) <= share }
}

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b)

/** Returns the purposes whose reverts count. A payer is responsible for all of its own. */
function riskyFor({ kind }: BudgetScope, { purpose }: PlannedGas): readonly Purpose[] {
  if (kind === 'payer') return riskyPurposes
  const isContract = riskyGroups.contract.some((risky) => risky === purpose)
  return isContract ? riskyGroups.contract : riskyGroups.other
}

/** One transaction is always allowed, even if it may use more than the whole budget. */
function exceeds(
  { total, unfinished, reverted, atRisk }: GasUse,
  input: { scope: BudgetScope; limits: Limits; planned: PlannedGas },
): boolean {
  const { scope, limits, planned } = input
  const isFirst = total === 0n && unfinished === 0n
  if (!isFirst && expectedOf({ total, unfinished }, planned) > limits.total) return true
  if (limits.reverted === null || (reverted === 0n && atRisk === 0n)) return false
  // A hostile payer can make all its payments revert at once, so each one counts in full.
  const part = scope.kind === 'payer' ? 1n : unfinishedPart
  return reverted + (atRisk + planned.gas) / part > limits.reverted
}

/** Returns the gas of a day with the planned transaction. */
function expectedOf(
  { total, unfinished }: Pick<GasUse, 'total' | 'unfinished'>,
  { gas }: PlannedGas,
): bigint {
  return total + (unfinished + gas) / unfinishedPart
}

/**
 * Raises the alert of a purpose, and resolves it well below the limit, so that it does not flap.
 */
function alertPurpose(
  { alerts }: BudgetContext,
  input: { purpose: Purpose; use: GasUse; limits: Limits; isSpent: boolean },
): void {
  const { purpose: key, use, limits, isSpent } = input
  const message = 'the daily gas budget of a purpose is spent'
  if (isSpent) alerts.raise({ name: 'gas_budget_spent', key, message })
  else if (isLow(use.total, limits.total) || isLow(use.reverted, limits.reverted)) return
  else alerts.resolve('gas_budget_spent', key)
}

/** Returns whether 80 percent of a limit are used. */
function isLow(used: bigint, limit: bigint | null): boolean {
  return limit !== null && used * 10n >= limit * 8n
}
