import type { Developers } from '../../auth/keys/developers.js'
import { issueKey } from '../../auth/keys/issue-key.js'
import {
  type DeveloperKey,
  findDeveloperKey,
  revokeDeveloperKey,
} from '../../auth/keys/key-store.js'
import { lockMerchant } from '../../auth/merchants/merchant-store.js'
import {
  listPlanSubscriptions,
  type PlanSubscription,
  updatePlanKey,
} from '../../auth/merchants/plan-store.js'
import { plans } from '../../auth/plans.js'
import { AppError } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import { type Context, inTransaction, type TxContext } from '../../platform/context.js'
import { recordChange } from '../audit/record-change.js'
import { chooseSubscription } from './choose-subscription.js'
import { describeKey, requireBelowLimit } from './require-below-limit.js'

export type RotatePlanKeyInput = {
  merchant: Address
  /** The owner, who signed the request. */
  wallet: Address
  /** Defaults to the best plan in force. */
  subscriptionId: string | undefined
  newId: string
  developers: Developers
  correlationId: string
}

/**
 * Replaces the key that came with a plan, or issues the first one. The old key ends: at once in
 * this process, within two seconds in all others.
 *
 * @throws {AppError} `not_found` for an unknown subscription, `invalid_input` for too many keys.
 */
export async function rotatePlanKey(
  ctx: Context,
  input: RotatePlanKeyInput,
): Promise<{ key: DeveloperKey; apiKey: string; subscriptionId: string }> {
  const { merchant, wallet, newId, developers, correlationId } = input
  const now = ctx.now()
  const issued = await inTransaction(ctx, async (inTx) => {
    // Rotations at the same time replace each other's keys.
    await lockMerchant(inTx.db, merchant)
    const { id: subscriptionId, plan, keyId } = await getSubscription(inTx, input)
    const old = keyId ? await findDeveloperKey(inTx.db, { merchant, id: keyId, now }) : null
    await requireBelowLimit(inTx, { merchant, exceptId: old?.id ?? newId })
    if (old) await revokeDeveloperKey(inTx.db, { merchant, id: old.id, revokedAt: now })

    const { name, scopes } = old ?? { name: `${plans[plan].name} plan`, scopes: plans[plan].scopes }
    const issued = await issueKey(inTx, { merchant, id: newId, name, scopes, subscriptionId })
    if (!issued) throw new Error(`key ${newId} exists already`)
    await updatePlanKey(inTx.db, { merchant, id: subscriptionId, keyId: newId })
    await recordChange(inTx, {
      by: { merchant, person: wallet, role: 'owner', correlationId },
      action: 'key.rotated',
      target: old?.id ?? newId,
      before: old && describeKey(old),
      after: { revokedAt: old && now, successor: describeKey(issued.key) },
    })
    return { ...issued, subscriptionId }
  })
  developers.forget(merchant)
  return issued
}

async function getSubscription(
  ctx: TxContext,
  { merchant, subscriptionId }: Pick<RotatePlanKeyInput, 'merchant' | 'subscriptionId'>,
): Promise<PlanSubscription> {
  if (subscriptionId === undefined) return chooseSubscription(ctx, merchant)
  const subscription = (await listPlanSubscriptions(ctx.db, merchant)).find(
    // The operator issues the keys of agreed terms.
    ({ id, callsPerMinute }) => id === subscriptionId && callsPerMinute === null,
  )
  if (subscription) return subscription
  throw new AppError('not_found', 'Your merchant has no subscription with this id.')
}
