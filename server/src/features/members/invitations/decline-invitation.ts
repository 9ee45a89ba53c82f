import { lockInvitation } from '../../../auth/merchants/invitation-store.js'
import { deleteMember } from '../../../auth/merchants/member-store.js'
import { AppError } from '../../../lib/errors.js'
import type { Context } from '../../../platform/context.js'
import { recordChange } from '../../audit/record-change.js'
import { type InvitationRef, noInvitation } from './accept-invitation.js'

/**
 * Deletes an open invitation.
 *
 * @throws {AppError} `not_found`, `conflict` when it is accepted already.
 */
export async function declineInvitation(
  ctx: Context,
  { wallet, id, correlationId }: InvitationRef,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const invitation = await lockInvitation(tx, { wallet, id })
    if (!invitation) throw noInvitation()
    const { merchant, role } = invitation
    if (invitation.joinedAt !== null) {
      throw new AppError(
        'conflict',
        'You have accepted this invitation. Leave the merchant with POST /api/members/leave.',
      )
    }

    await deleteMember(tx, { merchant, wallet })
    await recordChange(
      { ...ctx, db: tx },
      {
        by: { merchant, wallet, role, correlationId },
        action: 'member.declined',
        target: wallet,
        before: { role },
        after: null,
      },
    )
  })
}
