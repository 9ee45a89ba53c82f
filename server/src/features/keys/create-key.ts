import type { Principal } from '../../auth/caller.js'
import { issueKey } from '../../auth/keys/issue-key.js'
import { type DeveloperKey, findFormerKey } from '../../auth/keys/key-store.js'
import { type Plan, plans } from '../../auth/plans.js'
import type { Scope } from '../../auth/scopes.js'
import { readDisplayText } from '../../lib/display-text.js'
import { AppError, invalidInput } from '../../lib/errors.js'
import { type Context, inTransaction } from '../../platform/context.js'
import { recordChange } from '../audit/record-change.js'
import { chooseSubscription } from './choose-subscription.js'
import { describeKey, requireBelowLimit } from './require-below-limit.js'

export type CreateKeyInput = {
  by: Principal
  /** Stays the same when the request is retried. */
  id: string
  name: string
  scopes: readonly Scope[] | undefined
}

/**
 * Creates a developer key. `apiKey` is null on a retry, because the secret is shown only once.
 *
 * @throws {AppError} `forbidden` for a scope outside the plan, `invalid_input` for a bad name or
 *   too many keys.
 */
export async function createKey(
  ctx: Context,
  input: CreateKeyInput,
): Promise<{ key: DeveloperKey; apiKey: string | null }> {
  const { by, id } = input
  const { merchant } = by
  const name = readName(input.name)

  return inTransaction(ctx, async (inTx) => {
    await requireBelowLimit(inTx, { merchant, exceptId: id })
    const formerKey = await findFormerKey(inTx.db, { merchant, id })
    if (formerKey) return { key: formerKey, apiKey: null }

    const { id: subscriptionId, plan } = await chooseSubscription(inTx, merchant)
    const scopes = chooseScopes(plan, input.scopes)
    const issued = await issueKey(inTx, { merchant, id, name, scopes, subscriptionId })
    if (!issued) throw new Error(`key ${id} was created concurrently`)
    const after = describeKey(issued.key)
    await recordChange(inTx, { by, action: 'key.created', target: id, before: null, after })
    return issued
  })
}

function readName(text: string): string {
  const name = readDisplayText(text, { maxLength: 80 })
  if ('problem' in name) throw invalidInput(`name ${name.problem}`)
  if (name.value === '') throw invalidInput('name must not be empty')
  return name.value
}

function chooseScopes(plan: Plan, requested: readonly Scope[] | undefined): readonly Scope[] {
  const included: readonly Scope[] = plans[plan].scopes
  if (requested === undefined) return included

  const missing = requested.find((scope) => !included.includes(scope))
  if (missing) {
    throw new AppError('forbidden', `The plan ${plan} does not include the scope ${missing}.`, {
      fields: { requiredScope: missing },
    })
  }
  return included.filter((scope) => requested.includes(scope))
}
