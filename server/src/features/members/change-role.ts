import type { Principal } from '../../auth/caller.js'
import { lockMember, type Member, updateMemberRole } from '../../auth/merchants/member-store.js'
import type { Role } from '../../auth/roles.js'
import { AppError } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import { recordChange } from '../audit/record-change.js'
import { requireRank } from './require-rank.js'

/**
 * Changes a member's role, effective from their next request.
 *
 * @throws {AppError} `not_found`, `forbidden` when the caller may not change either role.
 */
export async function changeRole(
  ctx: Context,
  { by, wallet, role }: { by: Principal; wallet: Address; role: Role },
): Promise<Member> {
  const { merchant } = by

  return ctx.db.transaction(async (tx) => {
    const member = await lockMember(tx, { merchant, wallet })
    if (!member) throw new AppError('not_found', 'This wallet is not a member.')
    requireRank(by, [member.role, role])
    if (member.role === role) return member

    await updateMemberRole(tx, { merchant, wallet, role })
    await recordChange(
      { ...ctx, db: tx },
      {
        by,
        action: 'member.role_changed',
        target: wallet,
        before: { role: member.role },
        after: { role },
      },
    )
    return { ...member, role }
  })
}
