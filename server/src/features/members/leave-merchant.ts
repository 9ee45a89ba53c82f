import type { Principal } from '../../auth/caller.js'
import { deleteMember, lockMember } from '../../auth/merchants/member-store.js'
import { AppError } from '../../lib/errors.js'
import type { Context } from '../../platform/context.js'
import { recordChange } from '../audit/record-change.js'

/**
 * Ends the caller's own membership.
 *
 * @throws {AppError} `forbidden` for the owner, `not_found` when it has already ended.
 */
export async function leaveMerchant(ctx: Context, by: Principal): Promise<void> {
  const { merchant, wallet } = by

  await ctx.db.transaction(async (tx) => {
    const member = await lockMember(tx, { merchant, wallet })
    if (!member) throw new AppError('not_found', 'You are no longer a member of this merchant.')
    if (member.role === 'owner') {
      throw new AppError(
        'forbidden',
        'The owner cannot leave. Transfer the merchant first with POST /api/owner/transfer.',
      )
    }

    await deleteMember(tx, { merchant, wallet })
    const before = { role: member.role }
    await recordChange(
      { ...ctx, db: tx },
      { by, action: 'member.left', target: wallet, before, after: null },
    )
  })
}
