import type { TxContext } from '../../context.js'
import type { Intent, Outgoing } from './outgoing.js'
import { findByKey, insertIntent } from './stores/outgoing-store.js'

/**
 * Stores a transaction to be sent and returns it. Call it in the database transaction that makes it
 * necessary. A known key returns the stored transaction unchanged.
 */
export async function planTransaction(
  ctx: Pick<TxContext, 'db' | 'now' | 'newId' | 'wakeups'>,
  intent: Intent,
): Promise<Outgoing> {
  await insertIntent(ctx.db, { ...intent, id: ctx.newId('txn'), createdAt: ctx.now() })
  ctx.db.afterCommit(() => ctx.wakeups.wake('outgoing'))
  const stored = await findByKey(ctx.db, intent)
  if (!stored) throw new Error(`the intent ${intent.key} was removed while it was being stored`)
  return stored
}
