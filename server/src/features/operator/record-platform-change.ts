import type { OperatorPrincipal } from '../../auth/caller.js'
import { lockMerchant } from '../../auth/merchants/merchant-store.js'
import { AppError } from '../../lib/errors.js'
import type { TxContext } from '../../platform/context.js'
import { type Change, recordChange } from '../audit/record-change.js'
import { findMerchant } from './read-model/merchant-store.js'

/**
 * Records a change of an operator that concerns no merchant in the audit log of the operator's own
 * merchant. Call it last in the transaction.
 *
 * @throws {AppError} `conflict` when the operator has no merchant.
 */
export async function recordPlatformChange(
  ctx: TxContext,
  { by, ...change }: Omit<Change, 'by'> & { by: OperatorPrincipal },
): Promise<void> {
  const { wallet: merchant } = by
  if (!(await findMerchant(ctx.db, { wallet: merchant, now: ctx.now() }))) {
    throw new AppError(
      'conflict',
      'Changes of the platform are recorded in the audit log of your merchant. Create it first.',
    )
  }
  await lockMerchant(ctx.db, merchant)
  await recordChange(ctx, { by: { ...by, merchant }, ...change })
}
