import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import { deleteReceipts as deleteRows } from './store.js'

/** Deletes all receipts of a merchant and returns their number. Only a sandbox may do this. */
export function deleteReceipts(ctx: Pick<TxContext, 'db'>, merchant: Address): Promise<number> {
  return deleteRows(ctx.db, merchant)
}
