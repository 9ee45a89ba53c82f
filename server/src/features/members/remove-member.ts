import type { Principal } from '../../auth/caller.js'
import { AppError } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import { recordChange } from '../audit/record-change.js'
import { requireRank } from './require-rank.js'
import { deleteMember, lockMember } from './store.js'

/**
 * Ends somebody's membership or invitation. It counts with their next request.
 *
 * @throws {AppError} `not_found`, `forbidden` when the role is not theirs to take.
 */
export async function removeMember(
  ctx: Context,
  { by, wallet }: { by: Principal; wallet: Address },
): Promise<void> {
  const { merchant } = by

  await ctx.db.transaction(async (tx) => {
    const member = await lockMember(tx, { merchant, wallet })
    if (!member) throw new AppError('not_found', 'This wallet is not a member')
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
