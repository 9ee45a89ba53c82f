import type { Principal } from '../../auth/caller.js'
import { type Counting, requireCall } from '../../auth/limits/take-call.js'
import { insertMember, listMembers, type Member } from '../../auth/merchants/member-store.js'
import { lockMerchant } from '../../auth/merchants/merchant-store.js'
import type { Role } from '../../auth/roles.js'
import { AppError } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import { maxOfMerchant } from '../../platform/limits/max-of.js'
import { recordChange } from '../audit/record-change.js'
import { requireRank } from './require-rank.js'

type InviteInput = {
  by: Principal
  wallet: Address
  role: Role
  counting: Counting
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
export async function inviteMember(ctx: Context, input: InviteInput): Promise<Member> {
  const { by, wallet, role } = input
  const { merchant } = by
  requireRank(by, [role])
  const repeated = findRepeated(await listMembers(ctx.db, merchant), input)
  if (repeated) return repeated
  // Before the transaction, which would occupy a connection while the limiter needs another.
  await requireCall(input.counting, 'invitations', { merchant, network: input.network })

  return ctx.db.transaction(async (tx) => {
    await lockMerchant(tx, merchant)
    const members = await listMembers(tx, merchant)
    const concurrent = findRepeated(members, input)
    if (concurrent) return concurrent
    const maxMembers = maxOfMerchant(ctx.config, 'members', merchant)
    if (members.length >= maxMembers) {
      throw new AppError(
        'invalid_input',
        `The limit of ${maxMembers} members is reached. Remove a member first.`,
      )
    }

    const createdAt = ctx.now()
    const member = { wallet, role, invitedBy: by.wallet, createdAt, joinedAt: null }
    await insertMember(tx, { merchant, invitationId: ctx.newId('inv'), ...member })
    await recordChange(
      { ...ctx, db: tx },
      { by, action: 'member.invited', target: wallet, before: null, after: { role } },
    )
    return member
  })
}

/** Returns the open invitation that the caller repeats, or null for a new one. */
function findRepeated(
  members: readonly Member[],
  { by, wallet, role }: Pick<InviteInput, 'by' | 'wallet' | 'role'>,
): Member | null {
  const member = members.find((candidate) => candidate.wallet === wallet)
  if (!member) return null
  const isRepeated = member.role === role && member.invitedBy === by.wallet
  if (isRepeated && member.joinedAt === null) return member
  throw new AppError(
    'conflict',
    'This wallet is already a member or invited. Change its role with PUT /api/members/{member}.',
  )
}
