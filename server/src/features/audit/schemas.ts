import { Type } from 'typebox'
import { AnyFields } from '../../platform/http/schemas.js'

export const AuditQuery = Type.Object({
  action: Type.Optional(Type.String({ maxLength: 64, description: 'Only changes of this kind' })),
  limit: Type.Optional(Type.String({ description: '1 to 100, default 50' })),
  cursor: Type.Optional(Type.String({ description: 'nextCursor of the page before' })),
})

const Entry = Type.Object(
  {
    seq: Type.Integer({ description: "Place in this merchant's chain, from 1" }),
    at: Type.Integer({ description: 'Unix ms' }),
    actor: Type.String({ description: 'Wallet of the person, or id of the developer key' }),
    role: Type.String({
      description: 'What the person was to the merchant; key for a developer key',
    }),
    action: Type.String({ description: 'e.g. key.revoked' }),
    target: Type.String({ description: 'Id of what was changed' }),
    before: Type.Union([AnyFields, Type.Null()]),
    after: Type.Union([AnyFields, Type.Null()]),
    correlationId: Type.String(),
    hash: Type.String({ description: 'Ties the entry to all before it, hex' }),
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
