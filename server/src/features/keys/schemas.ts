import { Type } from 'typebox'
import { scopes } from '../../auth/scopes.js'
import {
  integer,
  namedEnum,
  namedObject,
  okResponse,
  orNull,
  text,
} from '../../platform/http/schemas.js'

const Scope = namedEnum('Scope', scopes)

const DeveloperKey = namedObject('DeveloperKey', {
  id: Type.String(),
  prefix: text('First part of the key, which is not secret'),
  name: Type.String(),
  scopes: Type.Array(Scope),
  createdAt: integer('Unix ms'),
  lastUsedAt: orNull(Type.Integer(), 'Unix ms, updated at most once a minute'),
  expiresAt: orNull(Type.Integer(), 'Unix ms; set when the key is rotated'),
})

export const CreateKeyBody = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 80 }),
  scopes: Type.Optional(
    Type.Array(Scope, {
      minItems: 1,
      uniqueItems: true,
      description: 'Defaults to all scopes of the plan',
    }),
  ),
})

export const RotateKeyBody = Type.Object({
  graceHours: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 72,
      description: 'Hours that the old key keeps working; default 24',
    }),
  ),
})

export const ClaimBody = Type.Object({
  apiKey: Type.String({ minLength: 1, maxLength: 200, description: 'A key of the merchant' }),
})

export const RotatePlanKeyBody = Type.Object({
  subscriptionId: Type.Optional(
    Type.String({ maxLength: 64, description: 'Defaults to your best plan in force' }),
  ),
})

export const KeyParams = Type.Object({ id: Type.String({ maxLength: 64 }) })

export const IssuedKey = okResponse('IssuedKey', {
  key: DeveloperKey,
  apiKey: orNull(
    Type.String(),
    'The secret key, shown only once. Null when the request was retried.',
  ),
})

export const RotatedPlanKey = okResponse('RotatedPlanKey', {
  subscriptionId: Type.String(),
  key: DeveloperKey,
  apiKey: text('The secret key, shown only once'),
})

export const ClaimedMerchant = okResponse('ClaimedMerchant', {
  merchant: text('Checksummed address that names the merchant'),
  owner: text('Your wallet, which receives its payments'),
})

export const DeveloperKeys = okResponse('DeveloperKeys', {
  keys: Type.Array(DeveloperKey, { description: 'Newest first' }),
})

export const RevokedKey = okResponse('RevokedKey', {
  id: Type.String(),
  revoked: Type.Literal(true),
})
