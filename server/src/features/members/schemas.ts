import { Type } from 'typebox'
import { roles } from '../../auth/roles.js'

const Role = Type.Enum(roles, { title: 'Role', type: 'string' })
const MemberWallet = Type.String({ pattern: '^0x[0-9a-fA-F]{40}$' })

const Member = Type.Object(
  {
    wallet: Type.String(),
    role: Role,
    invitedBy: Type.Union([Type.String(), Type.Null()]),
    createdAt: Type.Integer({ description: 'Unix ms' }),
    joinedAt: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Unix ms; null until the member accepts',
    }),
  },
  { title: 'Member' },
)

export const Members = Type.Object(
  { ok: Type.Literal(true), members: Type.Array(Member, { description: 'Owner first' }) },
  { title: 'Members' },
)

export const InviteMemberBody = Type.Object({
  member: Type.String({ description: 'Wallet to invite. `wallet` names the merchant.' }),
  role: Role,
})

export const MemberParams = Type.Object({ member: MemberWallet })
export const ChangeRoleBody = Type.Object({ role: Role })

export const MemberResponse = Type.Object(
  { ok: Type.Literal(true), member: Member },
  { title: 'MemberResponse' },
)

export const MemberRemoved = Type.Object(
  { ok: Type.Literal(true), member: Type.String(), removed: Type.Literal(true) },
  { title: 'MemberRemoved' },
)
