import type { Principal } from '../../auth/caller.js'
import {
  deleteMember,
  type ListedMember,
  lockMember,
  updateMemberRole,
} from '../../auth/merchants/member-store.js'
import type { PersonId } from '../../auth/person-id.js'
import type { Role } from '../../auth/roles.js'
import { AppError } from '../../lib/errors.js'
import { type Context, inTransaction } from '../../platform/context.js'
import { recordChange } from '../audit/record-change.js'
import { requireRank } from './require-rank.js'

/**
 * Changes a member's role, effective from their next request.
 *
 * @throws {AppError} `not_found`, `forbidden` when the caller may not change either role.
 */
export async function changeRole(
  ctx: Context,
  { by, person, role }: { by: Principal; person: PersonId; role: Role },
): Promise<ListedMember> {
  const { merchant } = by

  return inTransaction(ctx, async (inTx) => {
    const member = await lockMember(inTx.db, { merchant, person })
    if (!member) throw new AppError('not_found', 'This person is not a member.')
    requireRank(by, [member.role, role])
    if (member.role === role) return member

    await updateMemberRole(inTx.db, { merchant, person, role })
    await recordChange(inTx, {
      by,
      action: 'member.role_changed',
      target: person,
      before: { role: member.role },
      after: { role },
    })
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
  { by, person }: { by: Principal; person: PersonId },
): Promise<void> {
  const { merchant } = by

  await inTransaction(ctx, async (inTx) => {
    const member = await lockMember(inTx.db, { merchant, person })
    if (!member) throw new AppError('not_found', 'This person is not a member.')
    requireRank(by, [member.role])

    await deleteMember(inTx.db, { merchant, person })
    await recordChange(inTx, {
      by,
      action: 'member.removed',
      target: person,
      before: { role: member.role },
      after: null,
    })
  })
}

/**
 * Ends the caller's own membership.
 *
 * @throws {AppError} `forbidden` for the owner, `not_found` when it has already ended.
 */
export async function leaveMerchant(ctx: Context, by: Principal): Promise<void> {
  const { merchant, person } = by

  await inTransaction(ctx, async (inTx) => {
    const member = await lockMember(inTx.db, { merchant, person })
    if (!member) throw new AppError('not_found', 'You are no longer a member of this merchant.')
    if (member.role === 'owner') {
      throw new AppError(
        'forbidden',
        'The owner cannot leave. Transfer the merchant first with POST /api/owner/transfer.',
      )
    }

    await deleteMember(inTx.db, { merchant, person })
    const before = { role: member.role }
    await recordChange(inTx, { by, action: 'member.left', target: person, before, after: null })
  })
}
