import {
  type Invitation,
  lockInvitation,
  updateJoinedAt,
} from '../../../auth/merchants/invitation-store.js'
import { deleteMember } from '../../../auth/merchants/member-store.js'
import { requireActive } from '../../../auth/merchants/require-active.js'
import { AppError } from '../../../lib/errors.js'
import type { Address } from '../../../lib/hex.js'
import { type Context, inTransaction } from '../../../platform/context.js'
import { raiseNotifications } from '../../../platform/notifications/raise-notifications.js'
import { recordChange } from '../../audit/record-change.js'

/** The signed-in wallet and the id of one of its invitations. */
export type InvitationRef = { wallet: Address; id: string; correlationId: string }

/**
 * Makes the wallet a member, effective from its next request. Accepting again changes nothing.
 *
 * @throws {AppError} `not_found`, `merchant_suspended`.
 */
export async function acceptInvitation(
  ctx: Context,
  { wallet, id, correlationId }: InvitationRef,
): Promise<Invitation> {
  return inTransaction(ctx, async (inTx) => {
    const invitation = await lockInvitation(inTx.db, { wallet, id })
    if (!invitation) throw noInvitation()
    if (invitation.joinedAt !== null) return invitation

    const { merchant, role } = invitation
    await requireActive(inTx, merchant)
    const joinedAt = ctx.now()
    await updateJoinedAt(inTx.db, { merchant, wallet, joinedAt })
    await recordChange(inTx, {
      by: { merchant, person: wallet, role, correlationId },
      action: 'member.joined',
      target: wallet,
      before: { joinedAt: null },
      after: { joinedAt },
    })
    const params = { member: wallet, role }
    await raiseNotifications(inTx, [{ merchant, kind: 'member_joined', subjectId: wallet, params }])
    return { ...invitation, joinedAt }
  })
}

/** Returns the error for an id that is unknown, was withdrawn or belongs to another wallet. */
function noInvitation(): AppError {
  return new AppError(
    'not_found',
    'Your wallet has no such invitation. List yours with GET /api/invitations.',
  )
}

/**
 * Deletes an open invitation.
 *
 * @throws {AppError} `not_found`, `conflict` when it is accepted already.
 */
export async function declineInvitation(
  ctx: Context,
  { wallet, id, correlationId }: InvitationRef,
): Promise<void> {
  await inTransaction(ctx, async (inTx) => {
    const invitation = await lockInvitation(inTx.db, { wallet, id })
    if (!invitation) throw noInvitation()
    const { merchant, role } = invitation
    if (invitation.joinedAt !== null) {
      throw new AppError(
        'conflict',
        'You have accepted this invitation. Leave the merchant with POST /api/members/leave.',
      )
    }

    await deleteMember(inTx.db, { merchant, person: wallet })
    await recordChange(inTx, {
      by: { merchant, person: wallet, role, correlationId },
      action: 'member.declined',
      target: wallet,
      before: { role },
      after: null,
    })
  })
}
