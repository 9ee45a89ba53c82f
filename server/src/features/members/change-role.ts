import type { Principal } from '../../auth/caller.js'
import {
  deleteMember,
  lockMember,
  type Member,
  updateMemberRole,
} from '../../auth/merchants/member-store.js'
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
