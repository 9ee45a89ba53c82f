import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Access } from '../../auth/access.js'
import { merchantOf, principalOf } from '../../auth/caller.js'
import { session } from '../../auth/guards.js'
import { listMembers, type Member } from '../../auth/merchants/member-store.js'
import { checksumAddress, readWallet } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import type { Feature } from '../../platform/feature.js'
import { changeRole, leaveMerchant, removeMember } from './change-role.js'
import { invitationRoutes } from './invitations/routes.js'
import { inviteMember } from './invite-member.js'
import {
  ChangeRoleBody,
  InviteMemberBody,
  MemberParams,
  MemberRemoved,
  MemberResponse,
  Members,
} from './schemas.js'

/** The members of a merchant and their roles. */
const memberRoutes: FastifyPluginAsyncTypebox<{ ctx: Context; access: Access }> = async (
  app,
  { ctx, access },
) => {
  const counting = { limiter: access.limiter, config: ctx.config }
  const { hashNetwork } = access
  const guard = session({ may: 'members:manage' })

  app.get(
    '/api/members',
    {
      config: { outage: 'refuse', guard: session({ may: 'members:read' }) },
      schema: {
        tags: ['members'],
        summary: 'List members',
        response: { 200: Members },
      },
    },
    async (request) => ({
      ok: true as const,
      members: (await listMembers(ctx.db, merchantOf(request))).map(present),
    }),
  )

  app.post(
    '/api/members',
    {
      config: { outage: 'refuse', guard, idempotent: {} },
      schema: {
        tags: ['members'],
        summary: 'Invite a member',
        description: 'The wallet joins when it accepts: POST /api/invitations/{id}/accept.',
        body: InviteMemberBody,
        response: { 201: MemberResponse },
      },
    },
    async (request, reply) => {
      const { member, role } = request.body
      const invited = await inviteMember(ctx, {
        by: principalOf(request),
        wallet: readWallet('member', member),
        role,
        counting,
        network: hashNetwork(request.ip),
      })
      return reply.code(201).send({ ok: true as const, member: present(invited) })
    },
  )

  app.post(
    '/api/members/leave',
    {
      config: { outage: 'refuse', guard: session({ may: 'members:read' }) },
      schema: {
        tags: ['members'],
        summary: 'Leave the merchant that `wallet` names',
        response: { 200: MemberRemoved },
      },
    },
    async (request) => {
      const by = principalOf(request)
      await leaveMerchant(ctx, by)
      return { ok: true as const, member: checksumAddress(by.wallet), removed: true as const }
    },
  )

  app.put(
    '/api/members/:member',
    {
      config: { outage: 'refuse', guard },
      schema: {
        tags: ['members'],
        summary: "Change a member's role",
        params: MemberParams,
        body: ChangeRoleBody,
        response: { 200: MemberResponse },
      },
    },
    async (request) => {
      const wallet = readWallet('member', request.params.member)
      const by = principalOf(request)
      const member = await changeRole(ctx, { by, wallet, role: request.body.role })
      return { ok: true as const, member: present(member) }
    },
  )

  app.delete(
    '/api/members/:member',
    {
      config: { outage: 'refuse', guard },
      schema: {
        tags: ['members'],
        summary: 'Remove a member',
        params: MemberParams,
        response: { 200: MemberRemoved },
      },
    },
    async (request) => {
      const wallet = readWallet('member', request.params.member)
      await removeMember(ctx, { by: principalOf(request), wallet })
      return { ok: true as const, member: checksumAddress(wallet), removed: true as const }
    },
  )
}

function present(member: Member) {
  const { wallet, invitedBy } = member
  return {
    ...member,
    wallet: checksumAddress(wallet),
    invitedBy: invitedBy && checksumAddress(invitedBy),
  }
}

export const membersFeature: Feature<{ access: Access }> = {
  routes: [memberRoutes, invitationRoutes],
}
