import type { Deposit } from '../../../platform/chain/deposit-address.js'
import type { TxContext } from '../../../platform/context.js'
import type { Receipt } from '../receipt.js'
import { upsertDeposit } from './changed-receipt-store.js'

/** Watches a receipt's deposit address for payments for the next 90 days. */
export async function watchDeposit(
  ctx: Pick<TxContext, 'db' | 'now'>,
  { receipt, deposit }: { receipt: Pick<Receipt, 'merchant' | 'id'>; deposit: Deposit },
): Promise<void> {
  await upsertDeposit(ctx.db, { receipt, deposit, now: ctx.now() })
}
