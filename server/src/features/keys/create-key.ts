import type { Actor } from '../../auth/caller.js'
import { issueKey } from '../../auth/keys/issue-key.js'
import {
  type DeveloperKey,
  findDeveloperKey,
  listDeveloperKeys,
} from '../../auth/keys/key-store.js'
import type { Scope } from '../../auth/scopes.js'
import { AppError } from '../../lib/errors.js'
import type { Context } from '../../platform/context.js'
import { recordChange } from '../audit/record-change.js'
import { chooseScopes } from './choose-scopes.js'
import { chooseSubscription } from './choose-subscription.js'
import { describeKey } from './describe-key.js'

export type CreateKeyInput = {
  by: Actor
  /** The same for the same request, however often it is made. */
  id: string
  name: string
  scopes: readonly Scope[] | undefined
}

const keysAtMost = 100

/**
 * Makes a developer key. The key itself is `null` when a first attempt has made it already: nobody sees it
 * twice.
 *
 * @throws {AppError} `forbidden` for a scope the plan lacks, `invalid_input` when there are too many keys.
 */
export async function createKey(
  ctx: Context,
  { by, id, name, scopes }: CreateKeyInput,
): Promise<{ key: DeveloperKey; apiKey: string | null }> {
  const { merchant } = by

  return ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx }
    const known = await findDeveloperKey(tx, { merchant, id, now: ctx.now() })
    if (known) return { key: known, apiKey: null }

    const keys = await listDeveloperKeys(tx, { merchant, now: ctx.now() })
    if (keys.length >= keysAtMost) {
      throw new AppError('invalid_input', `Revoke a key first: there are ${keysAtMost} already`)
    }
    const { id: subscriptionId, plan } = await chooseSubscription(inTx, merchant)
    const granted = chooseScopes(plan, scopes)
    const issued = await issueKey(inTx, { merchant, id, name, scopes: granted, subscriptionId })
    const after = describeKey(issued.key)
    await recordChange(inTx, { by, action: 'key.created', target: id, before: null, after })
    return issued
  })
}
