import { hashText } from '../../../lib/create2.js'
import { AppError } from '../../../lib/errors.js'
import type { Address, Hash } from '../../../lib/hex.js'
import { baseUnitsFromCents, type Cents } from '../../../lib/money.js'
import type { UnixMs } from '../../../lib/time.js'
import { spendPermissionManager } from '../../../platform/chain/contracts.js'
import { planSpenderOf } from '../../../platform/chain/plan-spender.js'
import { cancelerOf } from '../../../platform/chain/signing-keys.js'
import { findToken } from '../../../platform/chain/tokens.js'
import type { TxContext } from '../../../platform/context.js'
import { platformFeeBps } from '../../../platform/limits/platform-fee.js'
import { findSplit } from '../../split/find-split.js'
import { getPayoutOwner } from '../../split/get-payout-owner.js'
import { findSplitProof } from '../../split/predict-split.js'
import { requirePlatformWallet } from '../../split/require-platform-wallet.js'
import type { Split } from '../../split/split.js'
import {
  type BillingPlanVersion,
  type BillingPlanVersionRef,
  type PlanPeriod,
  periodSeconds,
} from './plan.js'

/** The terms of a version that the merchant's payout settings and the deployment determine. */
export type PayoutTerms = Pick<
  BillingPlanVersion,
  'chainId' | 'manager' | 'token' | 'owner' | 'payout' | 'feeRecipient' | 'feeBps' | 'canceler'
> &
  SplitShare & { decimals: number }

/** The platform's share in a payout that is a split, and the arguments that prove it. */
export type SplitShare = Pick<BillingPlanVersion, 'splitFeeBps' | 'splitRecipients' | 'splitSalt'>

/**
 * Returns the terms for new versions of a merchant's plans. Money goes to the split, whose platform
 * share is the fee, or without a split to the owner. The charge itself takes the part of the fee
 * that the split does not pay.
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
  const feeRecipient = requirePlatformWallet(ctx.config)
  const isPaid = split !== null && split.chainId === chainId
  return {
    chainId,
    manager: spendPermissionManager.address,
    token: token.address,
    decimals: token.decimals,
    owner,
    payout: isPaid ? split.address : owner,
    feeRecipient,
    feeBps: platformFeeBps(ctx.config),
    ...shareIn(isPaid ? split : null, feeRecipient),
    canceler: await cancelerOf(ctx.config),
  }
}

/** Returns an account's share in a split. A share without a proof on chain does not count. */
export function shareIn(split: Split | null, account: Address): SplitShare {
  const none = { splitFeeBps: 0, splitRecipients: null, splitSalt: null }
  const share = split?.recipients.find(({ address }) => address === account)
  const proof = split && share ? findSplitProof(split) : null
  if (!share || !proof) return none
  return {
    splitFeeBps: share.sharesBps,
    splitRecipients: proof.recipients,
    splitSalt: proof.salt,
  }
}

/** Returns a version of a plan, with the address of its spender contract. */
export async function buildVersion(
  ctx: Pick<TxContext, 'installationId'>,
  input: {
    ref: BillingPlanVersionRef
    payout: PayoutTerms
    priceCents: Cents
    period: PlanPeriod
    now: UnixMs
  },
): Promise<BillingPlanVersion> {
  const { ref, priceCents, period, now } = input
  const { decimals, ...payout } = input.payout
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
  return hashText(`${installationId} ${planId} ${version}`)
}
