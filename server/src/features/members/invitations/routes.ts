import type { FastifyRequest } from 'fastify'
import { requireWallet } from '../../../auth/caller.js'
import { signedIn } from '../../../auth/guards.js'
import { type Invitation, listOpenInvitations } from '../../../auth/merchants/invitation-store.js'
import { checksumAddress, readWallet } from '../../../lib/hex.js'
import type { Routes } from '../../../platform/feature.js'
import { acceptInvitation, declineInvitation, type InvitationRef } from './accept-invitation.js'
import {
  InvitationAccepted,
  InvitationDeclined,
  InvitationParams,
  Invitations,
  InvitationsQuery,
} from './schemas.js'

/** The rest is listed after some are declined, or by merchant. */
const maxListed = 100

/** The invitations of the signed-in wallet. */
export const invitationRoutes: Routes = async (app, { ctx }) => {
  const guard = signedIn()

  app.get(
    '/api/invitations',
    {
      config: { outage: 'refuse', guard },
      schema: {
        summary: 'List your open invitations',
        querystring: InvitationsQuery,
        response: { 200: Invitations },
      },
    },
    async (request) => {
      const wallet = requireWallet(request)
      const { merchant: merchantId } = request.query
      const merchant = merchantId === undefined ? null : readWallet('merchant', merchantId)
      const invitations = await listOpenInvitations(ctx.db, { wallet, merchant, limit: maxListed })
      return { ok: true as const, invitations: invitations.map(present) }
    },
  )

  app.post(
    '/api/invitations/:id/accept',
    {
      config: { outage: 'refuse', guard },
      schema: {
        summary: 'Accept an invitation',
        params: InvitationParams,
        response: { 200: InvitationAccepted },
      },
    },
    async (request) => {
      const invitation = await acceptInvitation(ctx, refOf(request, request.params.id))
      const joinedAt = invitation.joinedAt ?? ctx.now()
      return { ok: true as const, invitation: { ...present(invitation), joinedAt } }
    },
  )

  app.post(
    '/api/invitations/:id/decline',
    {
      config: { outage: 'refuse', guard },
      schema: {
        summary: 'Decline an invitation',
        params: InvitationParams,
        response: { 200: InvitationDeclined },
      },
    },
    async (request) => {
      const { id } = request.params
      await declineInvitation(ctx, refOf(request, id))
      return { ok: true as const, id, declined: true as const }
    },
  )
}

function refOf(request: FastifyRequest, id: string): InvitationRef {
  return { wallet: requireWallet(request), id, correlationId: request.id }
}

function present({ id, merchant, role, createdAt }: Invitation) {
  return { id, merchant: checksumAddress(merchant), role, createdAt }
}
