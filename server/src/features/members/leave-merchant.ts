import type { Actor } from '../../auth/caller.js'
import { AppError } from '../../lib/errors.js'
import type { Context } from '../../platform/context.js'
import { recordChange } from '../audit/record-change.js'
import { deleteMember } from './store.js'

/**
 * Ends the person's own membership: nobody has to stay where they were put.
 *
 * @throws {AppError} `forbidden` for the owner.
 */
export async function leaveMerchant(ctx: Context, by: Actor): Promise<void> {
  const { merchant, wallet, role } = by
  if (role === 'owner') throw new AppError('forbidden', 'The owner of a merchant cannot leave it')

  await ctx.db.transaction(async (tx) => {
    await deleteMember(tx, { merchant, wallet })
    await recordChange(
      { ...ctx, db: tx },
      { by, action: 'member.left', target: wallet, before: { role }, after: null },
    )
  })
}
