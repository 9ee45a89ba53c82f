import type { TxContext } from '../../context.js'
import type { Intent, Outgoing } from './outgoing.js'
import { findByKey, insertIntent } from './outgoing-store.js'

/**
 * Writes down a transaction to be sent, in the transaction that makes it necessary, and returns it. A key that is
 * known already is the same intent: what was stored first stays and is returned.
 */
export async function planTransaction(
  ctx: Pick<TxContext, 'db' | 'now' | 'newId' | 'wakeups'>,
  intent: Intent,
): Promise<Outgoing> {
  await insertIntent(ctx.db, { ...intent, id: ctx.newId('txn'), createdAt: ctx.now() })
  ctx.db.afterCommit(() => ctx.wakeups.wake('outgoing'))
  const stored = await findByKey(ctx.db, intent)
  if (!stored) throw new Error(`the intent ${intent.key} vanished while it was being written`)
  return stored
}
