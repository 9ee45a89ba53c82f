import { Type } from 'typebox'
import { roles } from '../../../auth/roles.js'
import {
  integer,
  namedEnum,
  namedObject,
  okResponse,
  text,
} from '../../../platform/http/schemas.js'
import { RegistrationResponse } from '../../passkeys/schemas.js'

const Token = Type.String({
  minLength: 1,
  maxLength: 128,
  description: 'The part of the link after `#`',
})
const Role = namedEnum('Role', roles)
const Merchant = text('Wallet of the merchant')
const Name = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: '\\S',
  description: 'Your name, as other members see it',
})

export const LinkBody = Type.Object({ token: Token })

export const LinkResponse = okResponse('InvitationLinkResponse', {
  invitation: namedObject('InvitationLink', {
    merchant: Merchant,
    shopName: text('Empty if the shop has no name'),
    role: Role,
    name: text('Name that the inviter noted, or empty'),
    expiresAt: integer('Unix ms'),
  }),
})

export const LinkAccepted = okResponse('InvitationLinkAccepted', {
  merchant: Merchant,
  role: Role,
})

export const JoinOptionsBody = Type.Object({ token: Token, name: Name })
export const JoinBody = Type.Object({ token: Token, name: Name, response: RegistrationResponse })

export const Joined = okResponse('Joined', {
  id: text('Your id'),
  name: Type.String(),
  merchant: Merchant,
  role: Role,
  csrfToken: text('Send it as `x-csrf-token` with every write'),
})
