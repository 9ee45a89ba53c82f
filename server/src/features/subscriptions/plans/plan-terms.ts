import { keccak } from '../../../lib/create2.js'
import { AppError } from '../../../lib/errors.js'
import { type Address, type Hash, parseHash } from '../../../lib/hex.js'
import { baseUnitsFromCents, type Cents } from '../../../lib/money.js'
import type { UnixMs } from '../../../lib/time.js'
import { spendPermissionManager } from '../../../platform/chain/contracts.js'
import { planSpenderOf } from '../../../platform/chain/plan-spender.js'
import { findToken, nativeToken } from '../../../platform/chain/tokens.js'
import type { TxContext } from '../../../platform/context.js'
import { platformFeeBps } from '../../../platform/limits/platform-fee.js'
import { findSplit } from '../../split/find-split.js'
import { getPayoutOwner } from '../../split/get-payout-owner.js'
import { requirePlatformWallet } from '../../split/require-platform-wallet.js'
import {
  type BillingPlanVersion,
  type BillingPlanVersionRef,
  type PlanPeriod,
  periodSeconds,
} from './plan.js'

/** The part of a version's terms that the merchant's payout settings and the deployment determine. */
export type PayoutTerms = Pick<
  BillingPlanVersion,
  'chainId' | 'manager' | 'token' | 'owner' | 'payout' | 'feeRecipient' | 'feeBps'
> & { decimals: number }

/**
 * Returns the terms for new versions of a merchant's plans. Money goes to the split, whose platform leg is the fee.
 * Without a split it goes to the owner, and the charge itself takes the fee.
 *
 * @throws {AppError} `chain_unavailable`, `platform_recipient_not_configured`, `split_required`.
 */
export async function getPayoutTerms(
  ctx: Pick<TxContext, 'db' | 'config'>,
  merchant: Address,
): Promise<PayoutTerms> {
  const { chainId } = ctx.config
  const token = findToken(chainId, 'USDC')
  if (!token) {
    throw new AppError(
      'chain_unavailable',
      `Plans need USDC, which is not known on chain ${chainId}. The operator must set CHAIN_ID to a chain with USDC.`,
    )
  }
  const split = await findSplit(ctx, merchant)
  const owner = await getPayoutOwner(ctx, merchant)
  const { address, decimals } = token
  const base = { chainId, manager: spendPermissionManager.address, token: address, decimals, owner }
  if (split && split.chainId === chainId) {
    return { ...base, payout: split.address, feeRecipient: nativeToken, feeBps: 0 }
  }
  const feeRecipient = requirePlatformWallet(ctx.config)
  return { ...base, payout: owner, feeRecipient, feeBps: platformFeeBps(ctx.config) }
}

/** Returns a version of a plan, with the address of its spender contract. */
export async function buildVersion(
  ctx: Pick<TxContext, 'installationId'>,
  {
    ref,
    payout: { decimals, ...payout },
    priceCents,
    period,
    now,
  }: {
    ref: BillingPlanVersionRef
    payout: PayoutTerms
    priceCents: Cents
    period: PlanPeriod
    now: UnixMs
  },
): Promise<BillingPlanVersion> {
  const terms = {
    ...payout,
    priceUnits: baseUnitsFromCents(priceCents, decimals),
    periodSeconds: periodSeconds[period],
    planKey: planKeyOf(ref, await ctx.installationId()),
  }
  return {
    ...ref,
    ...terms,
    priceCents,
    period,
    spender: planSpenderOf({ ...terms, merchant: terms.owner }),
    createdAt: now,
    replacedAt: null,
  }
}

/** Returns whether a version pays as new versions do. */
export function hasPayout(version: BillingPlanVersion, payout: PayoutTerms): boolean {
  const { decimals: _, ...terms } = payout
  return (Object.keys(terms) as (keyof typeof terms)[]).every(
    (field) => version[field] === terms[field],
  )
}

/** Differs for every version, so that each has a spender of its own, in every installation. */
function planKeyOf({ planId, version }: BillingPlanVersionRef, installationId: string): Hash {
  const text = `${installationId} ${planId} ${version}`
  const key = parseHash(keccak(`0x${Buffer.from(text, 'utf8').toString('hex')}`))
  if (!key) throw new Error('a hash always has 32 bytes')
  return key
}
