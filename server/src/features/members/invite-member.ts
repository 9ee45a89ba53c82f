import type { Principal } from '../../auth/caller.js'
import { lockMerchant } from '../../auth/merchants/merchant-store.js'
import type { Role } from '../../auth/roles.js'
import { AppError } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import { recordChange } from '../audit/record-change.js'
import { invitationsAtMost } from './join-merchants.js'
import { requireRank } from './require-rank.js'
import { countInvitations, insertMember, listMembers, type Member } from './store.js'

const membersAtMost = 200

/**
 * Invites a wallet to work for the merchant. It joins the next time it signs in. The same invitation again is
 * the one that is open.
 *
 * @throws {AppError} `forbidden` when the role is not the inviter's to give, `conflict` when the wallet is there
 *   already or has too many open invitations, `invalid_input` when there are too many members.
 */
export async function inviteMember(
  ctx: Context,
  { by, wallet, role }: { by: Principal; wallet: Address; role: Role },
): Promise<Member> {
  requireRank(by, [role])
  const { merchant } = by

  return ctx.db.transaction(async (tx) => {
    await lockMerchant(tx, merchant)
    const members = await listMembers(tx, merchant)
    const known = members.find((member) => member.wallet === wallet)
    if (known?.role === role && known.invitedBy === by.wallet && known.joinedAt === null)
      return known
    if (known) throw new AppError('conflict', 'This wallet is a member or invited already')
    if (members.length >= membersAtMost) {
      throw new AppError('invalid_input', `A merchant has at most ${membersAtMost} members`)
    }
    if ((await countInvitations(tx, wallet)) >= invitationsAtMost) {
      throw new AppError('conflict', 'This wallet has too many open invitations')
    }

    const createdAt = ctx.now()
    const member = { wallet, role, invitedBy: by.wallet, createdAt, joinedAt: null }
    await insertMember(tx, { merchant, ...member })
    await recordChange(
      { ...ctx, db: tx },
      { by, action: 'member.invited', target: wallet, before: null, after: { role } },
    )
    return member
  })
}
