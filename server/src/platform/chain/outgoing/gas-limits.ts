import type { Address } from '../../../lib/hex.js'
import type { Config } from '../../config/config.js'
import type { LimitOwner } from '../../limits/limit.js'
import { maxOfOwner } from '../../limits/max-of.js'
import type { Purpose } from './signer-roles.js'
import { type BudgetScope, customerPurposes, riskyPurposes } from './stores/gas-budget-store.js'

/** The owners of the budgets that a transaction uses. */
export type BudgetOwners = { merchant: Address | ''; payer: Address | null; purpose: Purpose }

/** `reverted` is null without a limit: reverts of third parties never stop settlement. */
export type Limits = { total: bigint; reverted: bigint | null }

/** Divisors of the relayer's daily gas: 4 is a quarter. Risky purposes limit reverted gas too. */
export type Parts = { total: bigint; reverted?: bigint }

type GasConfig = Pick<Config, 'mode' | 'limits' | 'relayerDailyGas'>

const revertedParts = { payer: 2_000n, merchant: 500n }

/** Other purposes may use everything that is left, so that no purpose stops settlement. */
export const purposeParts: Partial<Record<Purpose, Parts>> = {
  'payment.authorized': { total: 2n, reverted: 50n },
  'x402.settle': { total: 2n, reverted: 50n },
  'payment.authorized_contract': { total: 4n, reverted: 50n },
  'x402.settle_contract': { total: 4n, reverted: 50n },
  'split.create': { total: 50n, reverted: 500n },
  'subscription.charge': { total: 2n },
  'subscription.cancel': { total: 10n },
  'subscription.cancel_unused': { total: 20n },
  'subscription.payout': { total: 50n },
  'deposit.flush_coin': { total: 4n },
  'deposit.flush_wallet': { total: 10n },
  'split.distribute_coin': { total: 4n },
}

/** Returns the percentage of the daily gas that an owner may use. */
export function percentOf(config: GasConfig, owner: LimitOwner, key = ''): number {
  return maxOfOwner(config, 'gas', { owner, key }) ?? 100
}

/** Returns the daily gas that an owner may use. */
export function gasOf(config: GasConfig, owner: LimitOwner, key = ''): bigint {
  // A percentage has at most two decimals.
  const hundredths = BigInt(Math.round(percentOf(config, owner, key) * 100))
  return (config.relayerDailyGas * hundredths) / 10_000n
}

/** Lists the gas limits of a transaction: of its payer, merchant, purpose, and of the relayer. */
export function limitsOf(
  config: GasConfig,
  { payer, merchant, purpose }: BudgetOwners,
): { scope: BudgetScope; limits: Limits }[] {
  const { relayerDailyGas: daily } = config
  const isRisky = riskyPurposes.includes(purpose)
  const revertedOf = (part: bigint | undefined) => (part && isRisky ? daily / part : null)
  const ofPurpose = purposeParts[purpose]
  const owner = merchant
    ? !customerPurposes.includes(purpose) && ({ kind: 'merchant', merchant } as const)
    : isRisky && ({ kind: 'platform' } as const)
  const budgets: { scope: BudgetScope | false | null; total: bigint; reverted?: bigint }[] = [
    {
      scope: payer && { kind: 'payer', payer },
      total: gasOf(config, 'wallet'),
      reverted: revertedParts.payer,
    },
    {
      scope: owner,
      total: gasOf(config, 'merchant', merchant),
      reverted: revertedParts.merchant,
    },
    ...(ofPurpose
      ? [
          {
            ...ofPurpose,
            scope: { kind: 'purpose', purpose } as const,
            total: daily / ofPurpose.total,
          },
        ]
      : []),
    { scope: { kind: 'relayer' }, total: gasOf(config, 'platform') },
  ]
  return budgets.flatMap(({ scope, total, reverted }) =>
    scope ? [{ scope, limits: { total, reverted: revertedOf(reverted) } }] : [],
  )
}

/** Adds a fifth to a gas estimate, because the state may change before the transaction is mined. */
export function withMargin(gas: bigint): bigint {
  return (gas * 6n + 4n) / 5n
}
