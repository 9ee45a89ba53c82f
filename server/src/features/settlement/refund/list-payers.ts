import type { Address } from '../../../lib/hex.js'
import type { TxContext } from '../../../platform/context.js'
import type { ReceiptRef } from '../payment.js'
import { sumPaid } from './payer-store.js'

/** Lists the wallets whose payments count for a receipt, as far as the chain shows them. */
export async function listPayers(ctx: Pick<TxContext, 'db'>, ref: ReceiptRef): Promise<Address[]> {
  const sums = await sumPaid(ctx.db, ref)
  return [...new Set(sums.flatMap(({ wallet }) => wallet ?? []))]
}
