import type { Principal } from '../../auth/caller.js'
import { deleteMember, lockMember } from '../../auth/merchants/member-store.js'
import { AppError } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import { recordChange } from '../audit/record-change.js'
import { requireRank } from './require-rank.js'

/**
 * Ends a membership or invitation, effective from the member's next request.
 *
 * @throws {AppError} `not_found`, `forbidden` when the caller may not remove this role.
 */
export async function removeMember(
  ctx: Context,
  { by, wallet }: { by: Principal; wallet: Address },
): Promise<void> {
  const { merchant } = by

  await ctx.db.transaction(async (tx) => {
    const member = await lockMember(tx, { merchant, wallet })
    if (!member) throw new AppError('not_found', 'This wallet is not a member.')
    requireRank(by, [member.role])

    await deleteMember(tx, { merchant, wallet })
    await recordChange(
      { ...ctx, db: tx },
      {
        by,
        action: 'member.removed',
        target: wallet,
        before: { role: member.role },
        after: null,
      },
    )
  })
}
