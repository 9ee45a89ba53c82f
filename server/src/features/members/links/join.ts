import {
  deleteMember,
  findRole,
  insertMember,
  lockMember,
} from '../../../auth/merchants/member-store.js'
import { requireActive } from '../../../auth/merchants/require-active.js'
import type { PersonId } from '../../../auth/person-id.js'
import { insertPerson } from '../../../auth/person-store.js'
import type { Role } from '../../../auth/roles.js'
import { AppError } from '../../../lib/errors.js'
import { type Context, inTransaction, type TxContext } from '../../../platform/context.js'
import { raiseNotifications } from '../../../platform/notifications/raise-notifications.js'
import { recordChange } from '../../audit/record-change.js'
import { storePasskey, verifyRegistration } from '../../passkeys/registration.js'
import type { RegistrationResponse } from '../../passkeys/schemas.js'
import { type SignedIn, startSession } from '../../sessions/session.js'
import { hashToken } from './create-link.js'
import { findLink, type InvitationLink, lockLink, updateLinkUse } from './link-store.js'

/**
 * Returns the open link of a token.
 *
 * @throws {AppError} `not_found` when it is unknown or was withdrawn, `gone` when it was used or has
 *   expired, `merchant_suspended`.
 */
export async function getOpenLink(ctx: Context, token: string): Promise<InvitationLink> {
  return requireOpen(ctx, await findLink(ctx.db, hashToken(token)))
}

/**
 * Makes the signed-in person a member, effective from their next request.
 *
 * @throws {AppError} `conflict` when they are a member already; and as `getOpenLink`.
 */
export async function acceptLink(
  ctx: Context,
  { token, person, correlationId }: { token: string; person: PersonId; correlationId: string },
): Promise<InvitationLink> {
  return inTransaction(ctx, async (inTx) => {
    const link = await requireOpen(inTx, await lockLink(inTx.db, hashToken(token)))
    await addMember(inTx, { link, person, correlationId })
    return link
  })
}

/**
 * Creates a person with a passkey, makes them a member, and signs them in.
 *
 * @throws {AppError} `conflict` when the passkey is registered already; and as `getOpenLink` and
 *   `verifyRegistration`.
 */
export async function joinWithPasskey(
  ctx: Context,
  input: {
    token: string
    name: string
    response: RegistrationResponse
    userAgent: string
    correlationId: string
  },
): Promise<SignedIn & { link: InvitationLink }> {
  const { token, name, response, userAgent, correlationId } = input
  const created = await verifyRegistration(ctx, { response, purpose: 'passkey-join' })
  return inTransaction(ctx, async (inTx) => {
    const link = await requireOpen(inTx, await lockLink(inTx.db, hashToken(token)))
    const { person } = link
    await insertPerson(inTx.db, { id: person, name, createdAt: ctx.now() })
    await storePasskey(inTx, { created, person, name: 'First passkey' })
    await addMember(inTx, { link, person, correlationId })
    const signedIn = await startSession(inTx, { person, userAgent, correlationId })
    return { ...signedIn, link }
  })
}

async function requireOpen(ctx: TxContext, link: InvitationLink | null): Promise<InvitationLink> {
  if (!link) throw unknownLink()
  const { merchant, role, invitedBy: person } = link
  if (link.usedAt !== null) {
    throw new AppError('gone', 'This invitation link was already used. Ask for a new one.', {
      fields: { reason: 'used' },
    })
  }
  if (link.expiresAt <= ctx.now()) {
    throw new AppError('gone', 'This invitation link has expired. Ask for a new one.', {
      fields: { reason: 'expired' },
    })
  }
  const inviter = await findRole(ctx.db, { merchant, person })
  if (!mayGrant(inviter, role)) throw unknownLink()
  await requireActive(ctx, merchant)
  return link
}

/** A link of a person who lost the right to invite is void, so that it is no way back. */
function mayGrant(inviter: Role | null, role: Role): boolean {
  return inviter === 'owner' || (inviter === 'admin' && role !== 'admin')
}

function unknownLink(): AppError {
  return new AppError(
    'not_found',
    'This invitation link is unknown or was withdrawn. Check that it is complete, or ask for a new one.',
  )
}

async function addMember(
  ctx: TxContext,
  input: { link: InvitationLink; person: PersonId; correlationId: string },
): Promise<void> {
  const { link, person, correlationId } = input
  const { merchant, role, id, invitedBy, createdAt } = link
  const existing = await lockMember(ctx.db, { merchant, person })
  if (existing && existing.joinedAt !== null) {
    throw new AppError(
      'conflict',
      `You are already a member of this merchant, as ${existing.role}. The link stays open.`,
    )
  }
  // The link replaces an open invitation of the same wallet.
  if (existing) await deleteMember(ctx.db, { merchant, person })

  const joinedAt = ctx.now()
  const member = { person, role, invitedBy, createdAt, joinedAt }
  await insertMember(ctx.db, { merchant, invitationId: id, ...member })
  await updateLinkUse(ctx.db, { merchant, id, usedAt: joinedAt, usedBy: person })
  await recordChange(ctx, {
    by: { merchant, person, role, correlationId },
    action: 'member.joined',
    target: person,
    before: { invitation: id, joinedAt: null },
    after: { joinedAt },
  })
  const params = { member: person, role }
  await raiseNotifications(ctx, [{ merchant, kind: 'member_joined', subjectId: person, params }])
}
