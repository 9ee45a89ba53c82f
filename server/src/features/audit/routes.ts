import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { merchantOf } from '../../auth/caller.js'
import { session } from '../../auth/guards.js'
import { checksumAddress, parseAddress } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import { readWhole } from '../../platform/http/read-query.js'
import { listChanges } from './list-changes.js'
import { AuditPage, AuditQuery } from './schemas.js'

const anyCursor = { min: 1, max: Number.MAX_SAFE_INTEGER, fallback: Number.MAX_SAFE_INTEGER }

/** The audit log. */
export const auditRoutes: FastifyPluginAsyncTypebox<{ ctx: Context }> = async (app, { ctx }) => {
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
