import type { UnixMs } from '../../../lib/time.js'
import { depositOf } from '../../../platform/chain/deposit-address.js'
import type { Context } from '../../../platform/context.js'
import type { WantedStock } from '../../inventory/stock.js'
import type { Receipt } from '../receipt.js'
import { type FactVersions, type Insertion, receiptBatch } from './insert-receipts-store.js'

/** Adds a receipt with its deposit address and holds the stock it needs, all or nothing. */
export function addReceipt(
  ctx: Pick<Context, 'batches' | 'config'>,
  input: {
    receipt: Receipt
    by: string
    /** Null when everything was just read. */
    facts: FactVersions | null
    wanted?: readonly WantedStock[]
    holdUntil?: UnixMs
    network?: string | null
  },
): Promise<Insertion> {
  const deposit = depositOf(ctx.config, input.receipt)
  return ctx.batches.run(receiptBatch, { ...input, deposit })
}
