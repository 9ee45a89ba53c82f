import type { Principal } from '../../auth/caller.js'
import {
  countInvitations,
  insertMember,
  listMembers,
  type Member,
} from '../../auth/merchants/member-store.js'
import { lockMerchant } from '../../auth/merchants/merchant-store.js'
import type { Role } from '../../auth/roles.js'
import { AppError } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import { limits } from '../../platform/limits/limits.js'
import { recordChange } from '../audit/record-change.js'
import { maxInvitations } from './join-merchants.js'
import { requireRank } from './require-rank.js'

const maxMembers = limits.members.most.merchant

/**
 * Invites a wallet, which joins when it next signs in. Repeating an open invitation returns it.
 *
 * @throws {AppError} `forbidden` when the caller may not grant the role, `conflict` when the wallet is already a
 *   member or has too many open invitations, `invalid_input` when there are too many members.
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
    if (known) throw new AppError('conflict', 'This wallet is already a member or invited.')
    if (members.length >= maxMembers) {
      throw new AppError(
        'invalid_input',
        `The limit of ${maxMembers} members is reached. Remove a member first.`,
      )
    }
    if ((await countInvitations(tx, wallet)) >= maxInvitations) {
      throw new AppError(
        'conflict',
        'This wallet has too many open invitations. It must sign in to accept them first.',
      )
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
