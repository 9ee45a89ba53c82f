import type { BatchOperation } from '../../../platform/batches.js'
import { depositOf } from '../../../platform/chain/deposit-address.js'
import type { Context } from '../../../platform/context.js'
import { keepSold } from '../../media/keep-sold.js'
import { type Insertion, receiptBatch } from './insert-receipts-store.js'
import type { NewReceipt } from './receipt-rows.js'

/**
 * Adds a receipt with its deposit address, stock and pictures, all or nothing. `batch` may add rows
 * of another feature.
 */
export async function addReceipt(
  ctx: Pick<Context, 'batches' | 'config' | 'db' | 'memory'>,
  input: Omit<NewReceipt, 'deposit'>,
  batch: BatchOperation<NewReceipt, Insertion> = receiptBatch,
): Promise<Insertion> {
  await keepSold(
    ctx,
    input.receipt.lines.map(({ thumb }) => thumb),
  )
  const deposit = depositOf(ctx.config, input.receipt)
  return ctx.batches.run(batch, { ...input, deposit })
}
