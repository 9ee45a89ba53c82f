import { Type } from 'typebox'
import { integerText } from '../../platform/http/query-schemas.js'
import { AnyFields } from '../../platform/http/schemas.js'

export const AuditQuery = Type.Object({
  action: Type.Optional(
    Type.String({ maxLength: 64, description: 'Return only changes with this action' }),
  ),
  limit: integerText('1 to 100, default 50', { minimum: 1, maximum: 100, default: 50 }),
  cursor: Type.Optional(Type.String({ description: '`nextCursor` of the previous page' })),
})

const Entry = Type.Object(
  {
    seq: Type.Integer({ description: "Position in the merchant's chain, starting at 1" }),
    at: Type.Integer({ description: 'Unix ms' }),
    actor: Type.String({ description: 'Wallet of the person, or id of the developer key' }),
    role: Type.String({
      description: 'Role of the person at the merchant, `key` for a developer key, or `operator`',
    }),
    action: Type.String({ description: 'For example `key.revoked`' }),
    target: Type.String({ description: 'Id of the changed object' }),
    before: Type.Union([AnyFields, Type.Null()]),
    after: Type.Union([AnyFields, Type.Null()]),
    correlationId: Type.String(),
    hash: Type.String({ description: 'Hash over this entry and all entries before it, in hex' }),
  },
  { title: 'AuditEntry' },
)

export const AuditPage = Type.Object(
  {
    ok: Type.Literal(true),
    entries: Type.Array(Entry, { description: 'Newest first' }),
    nextCursor: Type.Union([Type.String(), Type.Null()]),
  },
  { title: 'AuditPage' },
)
