import { type LimitContext, requireCall, takeCall } from '../../auth/limits/take-call.js'
import { hasMerchant, insertMerchant } from '../../auth/merchants/merchant-store.js'
import { findOwnership } from '../../auth/merchants/ownership-store.js'
import { requireActiveOwner } from '../../auth/merchants/require-active.js'
import { AppError } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import { type Context, inTransaction, type TxContext } from '../../platform/context.js'
import { recordChange } from '../audit/record-change.js'

/** The request that creates a merchant, and the count of its limit. */
export type MerchantCreation = {
  counting: LimitContext
  /** Hash of the caller's network address. */
  network: string
  correlationId: string
}

/**
 * Creates the merchant of a wallet. Returns false when the wallet owns it already.
 *
 * @throws {AppError} `conflict` when another wallet owns it now, `merchant_suspended`,
 *   `rate_limited`.
 */
export async function createMerchant(
  ctx: Context,
  { wallet, counting, network, correlationId }: MerchantCreation & { wallet: Address },
): Promise<boolean> {
  const ownership = await findOwnership(ctx.db, wallet)
  if (ownership) {
    if (ownership.owner === wallet) return false
    throw new AppError(
      'conflict',
      'The merchant of this wallet has another owner now. Sign in with another wallet.',
    )
  }
  await requireActiveOwner(ctx, wallet)
  await requireCall(counting, 'new-merchants', { network })
  return inTransaction(ctx, (inTx) => addMerchant(inTx, { wallet, correlationId }))
}

/**
 * Returns whether a sign-in creates the wallet's merchant, and counts it if so. A reached limit
 * does not prevent the sign-in: the person may have come to accept an invitation.
 */
export async function admitNewMerchant(
  ctx: Pick<Context, 'db'>,
  { wallet, asBuyer, counting, network }: MerchantCreation & { wallet: Address; asBuyer: boolean },
): Promise<boolean> {
  if (asBuyer || (await hasMerchant(ctx.db, wallet))) return false
  const taken = await takeCall(counting, 'new-merchants', { network })
  return !taken.budget.isExceeded
}

/**
 * Adds the merchant of a wallet, or one with another address, with the wallet as owner. Returns
 * false, without changes, when it exists.
 */
export async function addMerchant(
  ctx: TxContext,
  input: { wallet: Address; merchant?: Address; correlationId: string },
): Promise<boolean> {
  const { wallet, merchant = wallet, correlationId } = input
  const plan = 'starter'
  const terms = { subscriptionId: ctx.newId('dsub'), plan, createdAt: ctx.now() } as const
  const isNew = await insertMerchant(ctx.db, { ...terms, wallet: merchant, owner: wallet })
  if (!isNew) return false
  await recordChange(ctx, {
    by: { merchant, person: wallet, role: 'owner', correlationId },
    action: 'merchant.created',
    target: merchant,
    before: null,
    after: { plan },
  })
  return true
}
