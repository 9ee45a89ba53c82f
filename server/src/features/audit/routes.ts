import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { merchantOf } from '../../auth/caller.js'
import { session } from '../../auth/guards.js'
import { type Address, checksumAddress, parseAddress } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import type { Feature } from '../../platform/feature.js'
import { integerText } from '../../platform/http/query-schemas.js'
import { readWhole } from '../../platform/http/read-query.js'
import { AnyFields } from '../../platform/http/schemas.js'
import { type AuditEntry, listEntries } from './store.js'

const AuditQuery = Type.Object({
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

const AuditPage = Type.Object(
  {
    ok: Type.Literal(true),
    entries: Type.Array(Entry, { description: 'Newest first' }),
    nextCursor: Type.Union([Type.String(), Type.Null()]),
  },
  { title: 'AuditPage' },
)

const anyCursor = { min: 1, max: Number.MAX_SAFE_INTEGER, fallback: Number.MAX_SAFE_INTEGER }

/** The audit log. */
const auditRoutes: FastifyPluginAsyncTypebox<{ ctx: Context }> = async (app, { ctx }) => {
  app.get(
    '/api/audit',
    {
      config: { outage: 'refuse', guard: session({ may: 'audit:read' }) },
      schema: {
        tags: ['audit'],
        summary: 'List audit log entries',
        querystring: AuditQuery,
        response: { 200: AuditPage },
      },
    },
    async (request) => {
      const { action, limit, cursor } = request.query
      const { entries, nextCursor } = await listChanges(ctx, {
        merchant: merchantOf(request),
        action: action ?? null,
        limit: readWhole('limit', limit, { min: 1, max: 100, fallback: 50 }),
        below: readWhole('cursor', cursor, anyCursor),
      })
      return {
        ok: true as const,
        entries: entries.map((entry) => ({
          ...entry,
          actor: showActor(entry.actor),
          hash: entry.hash.toString('hex'),
          before: entry.before as Record<string, unknown> | null,
          after: entry.after as Record<string, unknown> | null,
        })),
        nextCursor: nextCursor === null ? null : String(nextCursor),
      }
    },
  )
}

/** Checksums wallets. Key ids stay as they are. */
function showActor(actor: string): string {
  const wallet = parseAddress(actor)
  return wallet ? checksumAddress(wallet) : actor
}

/** Returns one page of a merchant's audit log, newest first, and the cursor of the next page. */
export async function listChanges(
  ctx: Context,
  input: { merchant: Address; action: string | null; below: number; limit: number },
): Promise<{ entries: AuditEntry[]; nextCursor: number | null }> {
  const { limit } = input
  const listed = await listEntries(ctx.db, { ...input, limit: limit + 1 })

  const entries = listed.slice(0, limit)
  const nextCursor = listed.length > limit ? (entries.at(-1)?.seq ?? null) : null
  return { entries, nextCursor }
}

export const auditFeature: Feature = {
  routes: [auditRoutes],
}
