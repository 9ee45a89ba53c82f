import type { Actor } from '../../auth/caller.js'
import type { Role } from '../../auth/roles.js'
import { AppError } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import { recordChange } from '../audit/record-change.js'
import { requireRank } from './require-rank.js'
import { insertMember, listMembers, type Member } from './store.js'

const membersAtMost = 200

/**
 * Invites a wallet to work for the merchant. It joins the next time it signs in.
 *
 * @throws {AppError} `forbidden` when the role is not the inviter's to give, `conflict` when the wallet is there
 *   already, `invalid_input` when there are too many.
 */
export async function inviteMember(
  ctx: Context,
  { by, wallet, role }: { by: Actor; wallet: Address; role: Role },
): Promise<Member> {
  requireRank(by, [role])
  const { merchant } = by

  return ctx.db.transaction(async (tx) => {
    if ((await listMembers(tx, merchant)).length >= membersAtMost) {
      throw new AppError('invalid_input', `A merchant has at most ${membersAtMost} members`)
    }
    const invited = { wallet, role, invitedBy: by.wallet, createdAt: ctx.now() }
    const member = await insertMember(tx, { merchant, ...invited })
    if (!member) throw new AppError('conflict', 'This wallet is a member or invited already')

    await recordChange(
      { ...ctx, db: tx },
      { by, action: 'member.invited', target: wallet, before: null, after: { role } },
    )
    return member
  })
}
