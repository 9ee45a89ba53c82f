import type { Queryable } from '../../db/db.js'
import type { Outgoing } from './outgoing.js'
import { findById, findByKey } from './outgoing-store.js'

/** An outgoing transaction by its id or by its caller's key; `null` when there is none. */
export async function findOutgoing(
  db: Queryable,
  which: { id: string } | { chainId: number; key: string },
): Promise<Outgoing | null> {
  return 'id' in which ? findById(db, which.id) : findByKey(db, which)
}
