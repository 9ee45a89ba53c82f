import type { Principal } from '../../auth/caller.js'
import type { Developers } from '../../auth/keys/developers.js'
import { findDeveloperKey, revokeDeveloperKey } from '../../auth/keys/key-store.js'
import { AppError } from '../../lib/errors.js'
import type { Context } from '../../platform/context.js'
import { recordChange } from '../audit/record-change.js'
import { describeKey } from './describe-key.js'

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

  await ctx.db.transaction(async (tx) => {
    const key = await findDeveloperKey(tx, { merchant, id, now })
    if (!key || !(await revokeDeveloperKey(tx, { merchant, id, now }))) {
      throw new AppError('not_found', 'No active key has this id.')
    }
    await recordChange(
      { ...ctx, db: tx },
      {
        by,
        action: 'key.revoked',
        target: id,
        before: describeKey(key),
        after: { revokedAt: now },
      },
    )
  })
  developers.forget(merchant)
}
