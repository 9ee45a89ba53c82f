import type { Queryable } from '../../db/db.js'
import type { Outgoing, OutgoingState } from './outgoing.js'
import { listNewest, type OutgoingCursor } from './outgoing-store.js'

const start: OutgoingCursor = { createdAt: Number.MAX_SAFE_INTEGER, id: '' }

/** One page of all outgoing transactions, in one state or in any, newest first, with where the next one begins. */
export async function listOutgoing(
  db: Queryable,
  page: { state: OutgoingState | null; after: OutgoingCursor | null; limit: number },
): Promise<{ transactions: Outgoing[]; next: OutgoingCursor | null }> {
  const { state, after, limit } = page
  const found = await listNewest(db, { state, after: after ?? start, limit: limit + 1 })

  const transactions = found.slice(0, limit)
  const last = found.length > limit ? transactions.at(-1) : undefined
  return { transactions, next: last ? { createdAt: last.createdAt, id: last.id } : null }
}
