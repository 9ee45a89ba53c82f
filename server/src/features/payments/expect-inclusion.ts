import { findCursor } from '../../platform/chain/head/cursor-store.js'
import type { TxContext } from '../../platform/context.js'
import type { ReceiptRef } from './payment.js'
import { clearOnInclusion, setOnInclusion } from './settlement-store.js'

/**
 * Makes a receipt paid as soon as its payment is in a block. Its ledger entries and the
 * distribution of the money still wait for confirmations. Call it in the transaction that submits
 * the payment.
 */
export async function expectInclusion(
  ctx: Pick<TxContext, 'db' | 'wakeups'>,
  ref: ReceiptRef,
): Promise<void> {
  await setOnInclusion(ctx.db, ref)
  ctx.db.afterCommit(() => ctx.wakeups.wake('payments'))
}

/** Makes a receipt wait for confirmations again after the expected payment has failed. */
export async function awaitConfirmations(
  ctx: Pick<TxContext, 'db' | 'wakeups'>,
  ref: ReceiptRef,
): Promise<void> {
  await clearOnInclusion(ctx.db, ref)
  ctx.db.afterCommit(() => ctx.wakeups.wake('payments'))
}

/** Returns the newest final block as of the last indexed one, or null before the first one. */
export async function findFinalized({
  db,
  config,
}: Pick<TxContext, 'db' | 'config'>): Promise<bigint | null> {
  return (await findCursor(db, config.chainId))?.finalizedNumber ?? null
}
