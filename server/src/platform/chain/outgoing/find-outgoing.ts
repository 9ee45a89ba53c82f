import type { Queryable } from '../../db/db.js'
import type { Outgoing, OutgoingState } from './outgoing.js'
import {
  findById,
  findByKey,
  listEnded,
  listNewest,
  listStuck,
  type OutgoingCursor,
} from './stores/outgoing-store.js'

const firstPage: OutgoingCursor = { createdAt: Number.MAX_SAFE_INTEGER, id: '' }

/** Returns an outgoing transaction by its id or its caller's key, or `null`. */
export async function findOutgoing(
  db: Queryable,
  ref: { id: string } | { chainId: number; key: string },
): Promise<Outgoing | null> {
  return 'id' in ref ? findById(db, ref.id) : findByKey(db, ref)
}

/**
 * Returns those of these transactions that have ended: `final`, `failed`, or `reverted` with enough
 * confirmations. The others may still be executed, or removed from their block.
 */
export function listEndedOutgoing(db: Queryable, ids: readonly string[]): Promise<Outgoing[]> {
  return listEnded(db, ids)
}

/** Lists the transactions of all signers that need an operator, oldest first. */
export function listStuckOutgoing(
  db: Queryable,
  page: { chainId: number; limit: number },
): Promise<Outgoing[]> {
  return listStuck(db, page)
}

/** Returns one page of outgoing transactions, newest first, and the cursor of the next page. */
export async function listOutgoing(
  db: Queryable,
  page: { state: OutgoingState | null; after: OutgoingCursor | null; limit: number },
): Promise<{ transactions: Outgoing[]; next: OutgoingCursor | null }> {
  const { state, after, limit } = page
  const rows = await listNewest(db, { state, after: after ?? firstPage, limit: limit + 1 })

  const transactions = rows.slice(0, limit)
  const last = rows.length > limit ? transactions.at(-1) : undefined
  return { transactions, next: last ? { createdAt: last.createdAt, id: last.id } : null }
}
