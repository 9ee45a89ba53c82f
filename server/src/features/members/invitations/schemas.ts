import { Type } from 'typebox'
import { roles } from '../../../auth/roles.js'
import {
  integer,
  namedEnum,
  namedObject,
  okResponse,
  text,
} from '../../../platform/http/schemas.js'

const invitationFields = {
  id: Type.String(),
  merchant: text('Wallet of the merchant that invites you'),
  role: namedEnum('Role', roles),
  createdAt: integer('Unix ms'),
}

export const InvitationsQuery = Type.Object({
  merchant: Type.Optional(text('Return only the invitation of this merchant')),
})

export const Invitations = okResponse('Invitations', {
  invitations: Type.Array(namedObject('Invitation', invitationFields), {
    description: 'The newest 100 open invitations, newest first',
  }),
})

export const InvitationParams = Type.Object({ id: Type.String() })

export const InvitationAccepted = okResponse('InvitationAccepted', {
  invitation: Type.Object({
    ...invitationFields,
    joinedAt: integer('When you accepted: Unix ms'),
  }),
})

export const InvitationDeclined = okResponse('InvitationDeclined', {
  id: Type.String(),
  declined: Type.Literal(true),
})
