import { createHash, randomBytes } from 'node:crypto'
import type { Principal } from '../../../auth/caller.js'
import { type LimitContext, requireCall } from '../../../auth/limits/take-call.js'
import { lockMerchant } from '../../../auth/merchants/merchant-store.js'
import type { WalletlessId } from '../../../auth/person-id.js'
import type { Role } from '../../../auth/roles.js'
import { AppError } from '../../../lib/errors.js'
import { DAY_MS, unixMs } from '../../../lib/time.js'
import { type Context, inTransaction } from '../../../platform/context.js'
import { recordChange } from '../../audit/record-change.js'
import { requireMemberLimit } from '../require-member-limit.js'
import { requireRank } from '../require-rank.js'
import { deleteLink, type InvitationLink, insertLink, lockOpenLink } from './link-store.js'

/** How long a link can be used. */
const linkMs = 7 * DAY_MS

/** 192 bits, which cannot be guessed. */
const tokenBytes = 24

/**
 * Creates a link by which one person joins the merchant. The token is in the fragment, which
 * browsers send to no server, and is returned only here.
 *
 * @throws {AppError} `forbidden` when the caller may not grant the role, `invalid_input` when there
 *   are too many members, `rate_limited` after too many invitations.
 */
export async function createLink(
  ctx: Context,
  input: { by: Principal; role: Role; name: string; counting: LimitContext; network: string },
): Promise<{ link: InvitationLink; url: string }> {
  const { by, role, name, counting, network } = input
  const { merchant } = by
  requireRank(by, [role])
  // Before the transaction, which would occupy a connection while the limiter needs another.
  await requireCall(counting, 'invitations', { merchant, network })

  const token = randomBytes(tokenBytes).toString('base64url')
  const createdAt = ctx.now()
  const link: InvitationLink = {
    merchant,
    id: ctx.newId('inv'),
    person: ctx.newId('psn') as WalletlessId,
    name,
    role,
    invitedBy: by.person,
    createdAt,
    expiresAt: unixMs(createdAt + linkMs),
    usedAt: null,
  }
  await inTransaction(ctx, async (inTx) => {
    await lockMerchant(inTx.db, merchant)
    await requireMemberLimit(inTx, merchant)
    await insertLink(inTx.db, { ...link, tokenHash: hashToken(token) })
    await recordChange(inTx, {
      by,
      action: 'member.invited',
      target: link.id,
      before: null,
      after: { role, name, expiresAt: link.expiresAt },
    })
  })
  return { link, url: `${ctx.config.baseUrl}/join#${token}` }
}

/** Returns the form in which a token is stored. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/**
 * Withdraws an open link, effective at once.
 *
 * @throws {AppError} `not_found`, `forbidden` when the caller may not remove this role.
 */
export async function withdrawLink(
  ctx: Context,
  { by, id }: { by: Principal; id: string },
): Promise<void> {
  const { merchant } = by
  await inTransaction(ctx, async (inTx) => {
    const link = await lockOpenLink(inTx.db, { merchant, id, now: ctx.now() })
    if (!link) {
      throw new AppError('not_found', 'There is no such open invitation. It may have been used.')
    }
    const { role, name } = link
    requireRank(by, [role])
    await deleteLink(inTx.db, { merchant, id })
    await recordChange(inTx, {
      by,
      action: 'member.removed',
      target: id,
      before: { role, name },
      after: null,
    })
  })
}
