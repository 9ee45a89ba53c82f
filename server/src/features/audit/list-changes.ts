import type { Address } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import { type AuditEntry, listEntries } from './store.js'

/** Returns one page of a merchant's audit log, newest first, and the cursor of the next page. */
export async function listChanges(
  ctx: Context,
  input: { merchant: Address; action: string | null; below: number; limit: number },
): Promise<{ entries: AuditEntry[]; nextCursor: number | null }> {
  const { limit } = input
  const found = await listEntries(ctx.db, { ...input, limit: limit + 1 })

  const entries = found.slice(0, limit)
  const nextCursor = found.length > limit ? (entries.at(-1)?.seq ?? null) : null
  return { entries, nextCursor }
}
