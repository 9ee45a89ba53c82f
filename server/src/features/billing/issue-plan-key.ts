import { issueKey } from '../../auth/keys/issue-key.js'
import { updatePlanKey } from '../../auth/merchants/plan-store.js'
import { type Plan, plans } from '../../auth/plans.js'
import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import { recordChange } from '../audit/record-change.js'
import { describeKey } from '../keys/require-below-limit.js'

export type IssuePlanKeyInput = {
  merchant: Address
  subscriptionId: string
  plan: Plan
  keyId: string
  /** Defaults to `keyId`. */
  correlationId?: string
}

/** Issues the key of a plan, with all of its scopes. A paid plan gets it despite the limit. */
export async function issuePlanKey(
  ctx: TxContext,
  { merchant, subscriptionId, plan, keyId, correlationId = keyId }: IssuePlanKeyInput,
): Promise<{ apiKey: string }> {
  const { name, scopes } = plans[plan]
  const key = { merchant, id: keyId, name: `${name} plan`, scopes, subscriptionId }
  const issued = await issueKey(ctx, key)
  if (!issued) throw new Error(`key ${keyId} exists already`)
  await updatePlanKey(ctx.db, { merchant, id: subscriptionId, keyId })
  await recordChange(ctx, {
    // The key itself is the author: the caller proved a payment, not a session.
    by: { merchant, keyId, role: 'key', correlationId },
    action: 'key.created',
    target: keyId,
    before: null,
    after: describeKey(issued.key),
  })
  return { apiKey: issued.apiKey }
}
