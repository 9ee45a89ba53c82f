import type { Actor } from '../../auth/caller.js'
import type { Developers } from '../../auth/keys/developers.js'
import { issueKey } from '../../auth/keys/issue-key.js'
import {
  type DeveloperKey,
  expireDeveloperKey,
  findDeveloperKey,
  findFormerKey,
} from '../../auth/keys/key-store.js'
import { AppError } from '../../lib/errors.js'
import { HOUR_MS, unixMs } from '../../lib/time.js'
import type { Context } from '../../platform/context.js'
import { recordChange } from '../audit/record-change.js'
import { chooseSubscription } from './choose-subscription.js'
import { describeKey } from './describe-key.js'
import { requireBelowLimit } from './require-below-limit.js'

export type RotateKeyInput = {
  by: Actor
  id: string
  /** The new key's. The same for the same request, however often it is made. */
  newId: string
  /** How long the old key keeps working; a day unless said otherwise. */
  graceHours: number | undefined
  developers: Developers
}

const defaultGraceHours = 24

/**
 * Makes a new key with the same name and scopes and lets the old one work for a while longer. Receipts that the
 * old one made stay signed with it.
 *
 * @throws {AppError} `not_found`, `conflict` when the key was rotated before, `invalid_input` for too many.
 */
export async function rotateKey(
  ctx: Context,
  { by, id, newId, graceHours = defaultGraceHours, developers }: RotateKeyInput,
): Promise<{ key: DeveloperKey; apiKey: string | null }> {
  const { merchant } = by
  const expiresAt = unixMs(ctx.now() + graceHours * HOUR_MS)

  const issued = await ctx.db.transaction(async (tx) => {
    const inTx = { ...ctx, db: tx }
    await requireBelowLimit(inTx, { merchant, besides: newId })
    const known = await findFormerKey(tx, { merchant, id: newId })
    if (known) return { key: known, apiKey: null }

    const old = await findDeveloperKey(tx, { merchant, id, now: ctx.now() })
    if (!old) throw new AppError('not_found', 'There is no such key, or it has ended')
    if (!(await expireDeveloperKey(tx, { merchant, id, expiresAt }))) {
      throw new AppError('conflict', 'This key was rotated before. Rotate its successor.')
    }
    const { name, scopes } = old
    const subscriptionId = old.subscriptionId || (await chooseSubscription(inTx, merchant)).id
    const made = await issueKey(inTx, { merchant, id: newId, name, scopes, subscriptionId })
    if (!made) throw new Error(`the key ${newId} was made by somebody else meanwhile`)
    await recordChange(inTx, {
      by,
      action: 'key.rotated',
      target: id,
      before: describeKey(old),
      after: { expiresAt, successor: describeKey(made.key) },
    })
    return made
  })
  developers.forget()
  return issued
}
