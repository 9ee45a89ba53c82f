import { Type } from 'typebox'
import { roles } from '../../auth/roles.js'
import {
  integer,
  namedEnum,
  namedObject,
  okResponse,
  orNull,
  text,
} from '../../platform/http/schemas.js'

const Role = namedEnum('Role', roles)
const personPattern = '0x[0-9a-fA-F]{40}|psn_[0-9A-Za-z]{1,64}'

const Member = namedObject('Member', {
  id: text('Wallet of the person, an id if they have none, or the id of an open invitation link'),
  wallet: orNull(
    Type.String(),
    'Null for a person who signs in with a passkey only, and for links',
  ),
  name: orNull(Type.String(), 'Name of a person without a wallet, or noted with a link'),
  role: Role,
  invitedBy: orNull(Type.String(), 'Id of the person who invited them'),
  createdAt: integer('Unix ms'),
  joinedAt: orNull(Type.Integer(), 'Unix ms; null until the member accepts'),
  expiresAt: orNull(
    Type.Integer(),
    'When an open invitation link expires: Unix ms; null for others',
  ),
})

export const Members = okResponse('Members', {
  members: Type.Array(Member, {
    description: 'Owner first, then members and invitations, then open invitation links',
  }),
  roles: Type.Array(
    namedObject('RoleRights', {
      role: Role,
      rights: Type.Array(Type.String(), { description: 'Rights of docs/access.md' }),
    }),
    { description: 'What each role may do, the owner first' },
  ),
})

export const InviteMemberBody = Type.Object({
  member: Type.Optional(
    Type.String({
      maxLength: 254,
      description:
        'Wallet to invite. Without it, or with an e-mail address, the response has a link to give to the person. `wallet` names the merchant.',
    }),
  ),
  role: Role,
  name: Type.Optional(
    Type.String({ maxLength: 64, description: 'Name to tell links apart, for links only' }),
  ),
})

/** Changes are of people. A link is withdrawn and created again. */
export const MemberParams = Type.Object({
  member: Type.String({ pattern: `^(${personPattern})$` }),
})
export const RemovedMemberParams = Type.Object({
  member: Type.String({ pattern: `^(${personPattern}|inv_[0-9A-Za-z]{1,64})$` }),
})
export const ChangeRoleBody = Type.Object({ role: Role })

export const MemberResponse = okResponse('MemberResponse', { member: Member })

export const MemberInvited = okResponse('MemberInvited', {
  member: Member,
  link: orNull(
    Type.String(),
    'Give it to the person: it is shown only once. Null for a wallet, and when a request is repeated with the same Idempotency-Key.',
  ),
  expiresAt: orNull(Type.Integer(), 'When the link expires: Unix ms; null for a wallet'),
})

export const MemberRemoved = okResponse('MemberRemoved', {
  member: Type.String(),
  removed: Type.Literal(true),
})
