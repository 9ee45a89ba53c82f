import type { Principal } from '../../auth/caller.js'
import { type LimitContext, requireCall } from '../../auth/limits/take-call.js'
import { insertMember, type ListedMember, listMembers } from '../../auth/merchants/member-store.js'
import { lockMerchant } from '../../auth/merchants/merchant-store.js'
import type { Role } from '../../auth/roles.js'
import { AppError } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import { recordChange } from '../audit/record-change.js'
import { requireMemberLimit } from './require-member-limit.js'
import { requireRank } from './require-rank.js'

type InviteInput = {
  by: Principal
  wallet: Address
  role: Role
  counting: LimitContext
  /** Hash of the caller's network address. */
  network: string
}

/**
 * Invites a wallet, which joins when it accepts. Repeating an open invitation returns it.
 *
 * @throws {AppError} `forbidden` when the caller may not grant the role, `conflict` when the
 *   wallet is already a member or invited, `invalid_input` when there are too many members,
 *   `rate_limited` after too many invitations.
 */
export async function inviteMember(ctx: Context, input: InviteInput): Promise<ListedMember> {
  const { by, wallet, role } = input
  const { merchant } = by
  requireRank(by, [role])
  const repeated = findRepeated(await listMembers(ctx.db, merchant), input)
  if (repeated) return repeated
  // Before the transaction, which would occupy a connection while the limiter needs another.
  await requireCall(input.counting, 'invitations', { merchant, network: input.network })

  return ctx.db.transaction(async (tx) => {
    await lockMerchant(tx, merchant)
    const concurrent = findRepeated(await listMembers(tx, merchant), input)
    if (concurrent) return concurrent
    await requireMemberLimit({ ...ctx, db: tx }, merchant)

    const createdAt = ctx.now()
    const member = { person: wallet, role, invitedBy: by.person, createdAt, joinedAt: null }
    await insertMember(tx, { merchant, invitationId: ctx.newId('inv'), ...member })
    await recordChange(
      { ...ctx, db: tx },
      { by, action: 'member.invited', target: wallet, before: null, after: { role } },
    )
    return { ...member, name: null }
  })
}

/** Returns the open invitation that the caller repeats, or null for a new one. */
function findRepeated(
  members: readonly ListedMember[],
  { by, wallet, role }: Pick<InviteInput, 'by' | 'wallet' | 'role'>,
): ListedMember | null {
  const member = members.find((candidate) => candidate.person === wallet)
  if (!member) return null
  const isRepeated = member.role === role && member.invitedBy === by.person
  if (isRepeated && member.joinedAt === null) return member
  throw new AppError(
    'conflict',
    'This wallet is already a member or invited. Change its role with PUT /api/members/{member}.',
  )
}
