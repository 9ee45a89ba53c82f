import { Type } from 'typebox'
import type { Access } from '../../auth/access.js'
import { merchantOf } from '../../auth/caller.js'
import { session } from '../../auth/guards.js'
import { requireCall } from '../../auth/limits/take-call.js'
import { type Address, checksumAddress, parseAddress } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import type { Feature, Routes } from '../../platform/feature.js'
import { integerText } from '../../platform/http/query-schemas.js'
import { readWhole } from '../../platform/http/read-query.js'
import {
  AnyFields,
  integer,
  namedObject,
  okResponse,
  orNull,
  text,
} from '../../platform/http/schemas.js'
import { readingFrom } from '../../platform/reading-from.js'
import { type AuditEntry, listEntries } from './store.js'
import { verifyChain } from './verify-chains.js'

const AuditQuery = Type.Object({
  action: Type.Optional(
    Type.String({ maxLength: 64, description: 'Return only changes with this action' }),
  ),
  target: Type.Optional(
    Type.String({ maxLength: 200, description: 'Return only changes of this object' }),
  ),
  limit: integerText('1 to 100, default 50', { minimum: 1, maximum: 100, default: 50 }),
  cursor: Type.Optional(text('`nextCursor` of the previous page')),
})

const Entry = namedObject('AuditEntry', {
  seq: integer("Position in the merchant's chain, starting at 1"),
  at: integer('Unix ms'),
  actor: text('Wallet or id of the person, id of the cashier, or id of the developer key'),
  device: orNull(Type.String(), 'Id of the device at a register, null elsewhere'),
  cashier: orNull(Type.String(), 'Id of the cashier who used it, null elsewhere'),
  role: text('Role of the person at the merchant, `key` for a developer key, or `operator`'),
  action: text('For example `key.revoked`'),
  target: text('Id of the changed object'),
  before: orNull(AnyFields),
  after: orNull(AnyFields),
  correlationId: Type.String(),
  hash: text('Hash over this entry and all entries before it, in hex'),
})

const AuditPage = okResponse('AuditPage', {
  entries: Type.Array(Entry, { description: 'Newest first' }),
  nextCursor: orNull(Type.String()),
})

const AuditVerification = okResponse('AuditVerification', {
  entries: integer('Entries that are intact, from the first one'),
  head: text('Hash of the last of them, in hex. A copy elsewhere proves that none was cut off'),
  problem: orNull(Type.String(), 'The first changed or missing entry; null when all are intact'),
})

const anyCursor = { min: 1, max: Number.MAX_SAFE_INTEGER, fallback: Number.MAX_SAFE_INTEGER }

/** The audit log. */
const auditRoutes: Routes<{ access: Access }> = async (app, { ctx, access }) => {
  app.get(
    '/api/audit',
    {
      config: { outage: 'refuse', guard: session({ may: 'audit:read' }) },
      schema: {
        summary: 'List audit log entries',
        querystring: AuditQuery,
        response: { 200: AuditPage },
      },
    },
    async (request) => {
      const { action, target, limit, cursor } = request.query
      const { entries, nextCursor } = await listChanges(readingFrom(ctx), {
        merchant: merchantOf(request),
        action: action ?? null,
        target: target ?? null,
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

  app.get(
    '/api/audit/verification',
    {
      config: { outage: 'refuse', guard: session({ may: 'audit:read' }) },
      schema: {
        summary: 'Verify the audit log',
        description: 'Recomputes the hash of every entry, from the first one.',
        response: { 200: AuditVerification },
      },
    },
    async (request) => {
      const merchant = merchantOf(request)
      const keys = { merchant, network: access.hashNetwork(request.ip) }
      await requireCall({ limiter: access.limiter, config: ctx.config }, 'audit-checks', keys)
      const { entries, head, problem } = await verifyChain(ctx, merchant)
      return { ok: true as const, entries, head, problem }
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
  input: {
    merchant: Address
    action: string | null
    target?: string | null
    below: number
    limit: number
  },
): Promise<{ entries: AuditEntry[]; nextCursor: number | null }> {
  const { limit, target = null } = input
  const listed = await listEntries(ctx.db, { ...input, target, limit: limit + 1 })

  const entries = listed.slice(0, limit)
  const nextCursor = listed.length > limit ? (entries.at(-1)?.seq ?? null) : null
  return { entries, nextCursor }
}

export const auditFeature: Feature<{ access: Access }> = {
  tag: 'audit',
  routes: [auditRoutes],
}
