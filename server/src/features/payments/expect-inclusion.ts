import type { TxContext } from '../../platform/context.js'
import type { ReceiptRef } from './payment.js'
import { clearOnInclusion, setOnInclusion } from './settlement-store.js'

/**
 * Makes a receipt paid as soon as its payment is in a block. Its ledger entries and the distribution of the money still wait
 * for confirmations. Call it in the transaction that submits the payment.
 */
export async function expectInclusion(
  ctx: Pick<TxContext, 'db' | 'wakeups'>,
  ref: ReceiptRef,
): Promise<void> {
  await setOnInclusion(ctx.db, ref)
  ctx.db.afterCommit(() => ctx.wakeups.wake('payments'))
}

/** Makes a receipt wait for confirmations again, because the payment that was expected has failed. */
export async function awaitConfirmations(
  ctx: Pick<TxContext, 'db' | 'wakeups'>,
  ref: ReceiptRef,
): Promise<void> {
  await clearOnInclusion(ctx.db, ref)
  ctx.db.afterCommit(() => ctx.wakeups.wake('payments'))
}
