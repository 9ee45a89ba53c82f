import type { Principal } from '../../auth/caller.js'
import type { Developers } from '../../auth/keys/developers.js'
import { issueKey } from '../../auth/keys/issue-key.js'
import {
  type DeveloperKey,
  expireDeveloperKey,
  findDeveloperKey,
  findFormerKey,
  revokeDeveloperKey,
} from '../../auth/keys/key-store.js'
import { AppError } from '../../lib/errors.js'
import { HOUR_MS, unixMs } from '../../lib/time.js'
import { type Context, inTransaction } from '../../platform/context.js'
import { recordChange } from '../audit/record-change.js'
import { chooseSubscription } from './choose-subscription.js'
import { describeKey, requireBelowLimit } from './require-below-limit.js'

export type RotateKeyInput = {
  by: Principal
  id: string
  /** The id of the new key. Stays the same when the request is retried. */
  newId: string
  /** How long the old key keeps working. Defaults to 24. */
  graceHours: number | undefined
  developers: Developers
}

const defaultGraceHours = 24

/**
 * Creates a key with the same name and scopes. The old key keeps working for the grace period, and
 * webhooks of its receipts stay signed with it.
 *
 * @throws {AppError} `not_found`, `conflict` when the key was already rotated, `invalid_input`
 *   for too many keys.
 */
export async function rotateKey(
  ctx: Context,
  { by, id, newId, graceHours = defaultGraceHours, developers }: RotateKeyInput,
): Promise<{ key: DeveloperKey; apiKey: string | null }> {
  const { merchant } = by
  const expiresAt = unixMs(ctx.now() + graceHours * HOUR_MS)

  const issued = await inTransaction(ctx, async (inTx) => {
    await requireBelowLimit(inTx, { merchant, exceptId: newId })
    const formerKey = await findFormerKey(inTx.db, { merchant, id: newId })
    if (formerKey) return { key: formerKey, apiKey: null }

    const old = await findDeveloperKey(inTx.db, { merchant, id, now: ctx.now() })
    if (!old) throw new AppError('not_found', 'No active key has this id.')
    if (!(await expireDeveloperKey(inTx.db, { merchant, id, expiresAt }))) {
      throw new AppError('conflict', 'This key was already rotated. Rotate its successor.')
    }
    const { name, scopes } = old
    const subscriptionId = old.subscriptionId || (await chooseSubscription(inTx, merchant)).id
    const issued = await issueKey(inTx, { merchant, id: newId, name, scopes, subscriptionId })
    if (!issued) throw new Error(`key ${newId} was created concurrently`)
    await recordChange(inTx, {
      by,
      action: 'key.rotated',
      target: id,
      before: describeKey(old),
      after: { expiresAt, successor: describeKey(issued.key) },
    })
    return issued
  })
  developers.forget(merchant)
  return issued
}

/**
 * Revokes a key: at once in this process, within two seconds in all others.
 *
 * @throws {AppError} `not_found`.
 */
export async function revokeKey(
  ctx: Context,
  { by, id, developers }: { by: Principal; id: string; developers: Developers },
): Promise<void> {
  const { merchant } = by
  const now = ctx.now()

  await inTransaction(ctx, async (inTx) => {
    const key = await findDeveloperKey(inTx.db, { merchant, id, now })
    if (!key || !(await revokeDeveloperKey(inTx.db, { merchant, id, revokedAt: now }))) {
      throw new AppError('not_found', 'No active key has this id.')
    }
    await recordChange(inTx, {
      by,
      action: 'key.revoked',
      target: id,
      before: describeKey(key),
      after: { revokedAt: now },
    })
  })
  developers.forget(merchant)
}
