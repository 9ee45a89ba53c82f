import { Type } from 'typebox'
import { scopes } from '../../auth/scopes.js'

const Scope = Type.Enum(scopes, { title: 'Scope', type: 'string' })

const DeveloperKey = Type.Object(
  {
    id: Type.String(),
    prefix: Type.String({ description: 'First part of the key, which is not secret' }),
    name: Type.String(),
    scopes: Type.Array(Scope),
    createdAt: Type.Integer({ description: 'Unix ms' }),
    lastUsedAt: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Unix ms, updated at most once a minute',
    }),
    expiresAt: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Unix ms; set when the key is rotated',
    }),
  },
  { title: 'DeveloperKey' },
)

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

export const IssuedKey = Type.Object(
  {
    ok: Type.Literal(true),
    key: DeveloperKey,
    apiKey: Type.Union([Type.String(), Type.Null()], {
      description: 'The secret key, shown only once. Null when the request was retried.',
    }),
  },
  { title: 'IssuedKey' },
)

export const RotatedPlanKey = Type.Object(
  {
    ok: Type.Literal(true),
    subscriptionId: Type.String(),
    key: DeveloperKey,
    apiKey: Type.String({ description: 'The secret key, shown only once' }),
  },
  { title: 'RotatedPlanKey' },
)

export const ClaimedMerchant = Type.Object(
  {
    ok: Type.Literal(true),
    merchant: Type.String({ description: 'Checksummed address that names the merchant' }),
    owner: Type.String({ description: 'Your wallet, which receives its payments' }),
  },
  { title: 'ClaimedMerchant' },
)

export const DeveloperKeys = Type.Object(
  { ok: Type.Literal(true), keys: Type.Array(DeveloperKey, { description: 'Newest first' }) },
  { title: 'DeveloperKeys' },
)

export const RevokedKey = Type.Object(
  { ok: Type.Literal(true), id: Type.String(), revoked: Type.Literal(true) },
  { title: 'RevokedKey' },
)
