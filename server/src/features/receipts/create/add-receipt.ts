import type { UnixMs } from '../../../lib/time.js'
import { depositOf } from '../../../platform/chain/deposit-address.js'
import type { Context } from '../../../platform/context.js'
import type { WantedStock } from '../../inventory/stock.js'
import type { Receipt } from '../receipt.js'
import { type Insertion, insertReceipt } from './new-receipt-store.js'

/** Adds a receipt with its deposit address and holds the stock it needs, all or nothing. */
export function addReceipt(
  ctx: Pick<Context, 'db' | 'config'>,
  input: {
    receipt: Receipt
    by: string
    wanted?: readonly WantedStock[]
    holdUntil?: UnixMs
    network?: string | null
  },
): Promise<Insertion> {
  return insertReceipt(ctx.db, { ...input, deposit: depositOf(ctx.config, input.receipt) })
}
