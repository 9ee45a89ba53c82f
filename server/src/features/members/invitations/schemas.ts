import { Type } from 'typebox'
import { roles } from '../../../auth/roles.js'

const invitationFields = {
  id: Type.String(),
  merchant: Type.String({ description: 'Wallet of the merchant that invites you' }),
  role: Type.Enum(roles, { title: 'Role', type: 'string' }),
  createdAt: Type.Integer({ description: 'Unix ms' }),
}

export const InvitationsQuery = Type.Object({
  merchant: Type.Optional(
    Type.String({ description: 'Return only the invitation of this merchant' }),
  ),
})

export const Invitations = Type.Object(
  {
    ok: Type.Literal(true),
    invitations: Type.Array(Type.Object(invitationFields, { title: 'Invitation' }), {
      description: 'The newest 100 open invitations, newest first',
    }),
  },
  { title: 'Invitations' },
)

export const InvitationParams = Type.Object({ id: Type.String() })

export const InvitationAccepted = Type.Object(
  {
    ok: Type.Literal(true),
    invitation: Type.Object({
      ...invitationFields,
      joinedAt: Type.Integer({ description: 'When you accepted: Unix ms' }),
    }),
  },
  { title: 'InvitationAccepted' },
)

export const InvitationDeclined = Type.Object(
  { ok: Type.Literal(true), id: Type.String(), declined: Type.Literal(true) },
  { title: 'InvitationDeclined' },
)
