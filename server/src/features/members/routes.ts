import type { Access } from '../../auth/access.js'
import { merchantOf, principalOf } from '../../auth/caller.js'
import { session } from '../../auth/guards.js'
import { type ListedMember, listMembers } from '../../auth/merchants/member-store.js'
import { readPerson, showPerson, walletOf } from '../../auth/person-id.js'
import { listRights, roles } from '../../auth/roles.js'
import { requireDisplayText } from '../../lib/fields/field-rules.js'
import { checksumAddress, readWallet } from '../../lib/hex.js'
import { DAY_MS, HOUR_MS, unixMs } from '../../lib/time.js'
import type { Feature, Routes } from '../../platform/feature.js'
import type { Job } from '../../platform/jobs/run-jobs.js'
import { changeRole, leaveMerchant, removeMember } from './change-role.js'
import { invitationRoutes } from './invitations/routes.js'
import { inviteMember } from './invite-member.js'
import { createLink, withdrawLink } from './links/create-link.js'
import { deleteOldLinks, type InvitationLink, listOpenLinks } from './links/link-store.js'
import { linkRoutes } from './links/routes.js'
import {
  ChangeRoleBody,
  InviteMemberBody,
  MemberInvited,
  MemberParams,
  MemberRemoved,
  MemberResponse,
  Members,
  RemovedMemberParams,
} from './schemas.js'

/** The members of a merchant and their roles. */
const memberRoutes: Routes<{ access: Access }> = async (app, { ctx, access }) => {
  const counting = { limiter: access.limiter, config: ctx.config }
  const { hashNetwork } = access
  const guard = session({ may: 'members:manage', needsStepUp: true })

  app.get(
    '/api/members',
    {
      config: { outage: 'refuse', guard: session({ may: 'members:read' }) },
      schema: {
        summary: 'List members',
        response: { 200: Members },
      },
    },
    async (request) => {
      const merchant = merchantOf(request)
      const members = await listMembers(ctx.db, merchant)
      const links = await listOpenLinks(ctx.db, { merchant, now: ctx.now() })
      return {
        ok: true as const,
        members: [...members.map(present), ...links.map(presentLink)],
        roles: roles.map((role) => ({ role, rights: listRights(role) })),
      }
    },
  )

  app.post(
    '/api/members',
    {
      config: { outage: 'refuse', guard, idempotent: { withheld: ['link'] } },
      schema: {
        summary: 'Invite a member',
        description:
          'A wallet joins when it accepts: POST /api/invitations/{id}/accept. Without a wallet, one person joins with the link, within seven days.',
        body: InviteMemberBody,
        response: { 201: MemberInvited },
      },
    },
    async (request, reply) => {
      const { member, role, name } = request.body
      const by = principalOf(request)
      const network = hashNetwork(request.ip)
      if (member === undefined || isEmail(member)) {
        const label = name?.trim() || member
        const cleaned = label ? requireDisplayText('name', label, { maxLength: 254 }) : ''
        const created = await createLink(ctx, { by, role, name: cleaned, counting, network })
        const { link, url } = created
        return reply.code(201).send({
          ok: true as const,
          member: presentLink(link),
          link: url,
          expiresAt: link.expiresAt,
        })
      }
      const wallet = readWallet('member', member)
      const invited = await inviteMember(ctx, { by, wallet, role, counting, network })
      return reply
        .code(201)
        .send({ ok: true as const, member: present(invited), link: null, expiresAt: null })
    },
  )

  app.post(
    '/api/members/leave',
    {
      config: { outage: 'refuse', guard: session({ may: 'membership:end' }) },
      schema: {
        summary: 'Leave the merchant that `wallet` names',
        response: { 200: MemberRemoved },
      },
    },
    async (request) => {
      const by = principalOf(request)
      await leaveMerchant(ctx, by)
      return { ok: true as const, member: showPerson(by.person), removed: true as const }
    },
  )

  app.put(
    '/api/members/:member',
    {
      config: { outage: 'refuse', guard },
      schema: {
        summary: "Change a member's role",
        params: MemberParams,
        body: ChangeRoleBody,
        response: { 200: MemberResponse },
      },
    },
    async (request) => {
      const person = readPerson('member', request.params.member)
      const by = principalOf(request)
      const member = await changeRole(ctx, { by, person, role: request.body.role })
      return { ok: true as const, member: present(member) }
    },
  )

  app.delete(
    '/api/members/:member',
    {
      config: { outage: 'refuse', guard },
      schema: {
        summary: 'Remove a member, or withdraw an invitation',
        params: RemovedMemberParams,
        response: { 200: MemberRemoved },
      },
    },
    async (request) => {
      const { member } = request.params
      const by = principalOf(request)
      if (member.startsWith('inv_')) {
        await withdrawLink(ctx, { by, id: member })
        return { ok: true as const, member, removed: true as const }
      }
      const person = readPerson('member', member)
      await removeMember(ctx, { by, person })
      return { ok: true as const, member: showPerson(person), removed: true as const }
    },
  )
}

function present(member: ListedMember) {
  const { person, invitedBy, ...fields } = member
  const wallet = walletOf(person)
  return {
    ...fields,
    id: showPerson(person),
    wallet: wallet && checksumAddress(wallet),
    invitedBy: invitedBy && showPerson(invitedBy),
    expiresAt: null,
  }
}

function presentLink({ id, name, role, invitedBy, createdAt, expiresAt }: InvitationLink) {
  return {
    id,
    wallet: null,
    name,
    role,
    invitedBy: showPerson(invitedBy),
    createdAt,
    joinedAt: null,
    expiresAt,
  }
}

/** We send no e-mail: an address only says whom a link is for. */
function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)
}

/** Deletes links 30 days after they expire. Until then, they tell that they are too old. */
const pruneLinks: Job = {
  name: 'prune-invitation-links',
  everyMs: HOUR_MS,
  run: async (ctx) => ({ links: await deleteOldLinks(ctx.db, unixMs(ctx.now() - 30 * DAY_MS)) }),
}

export const membersFeature: Feature<{ access: Access }> = {
  tag: 'members',
  routes: [memberRoutes, invitationRoutes, linkRoutes],
  jobs: [pruneLinks],
}
