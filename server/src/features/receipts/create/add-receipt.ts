import { depositOf } from '../../../platform/chain/deposit-address.js'
import type { Context } from '../../../platform/context.js'
import { type Insertion, type NewReceipt, receiptBatch } from './insert-receipts-store.js'

/** Adds a receipt with its deposit address and holds the stock it needs, all or nothing. */
export function addReceipt(
  ctx: Pick<Context, 'batches' | 'config'>,
  input: Omit<NewReceipt, 'deposit'>,
): Promise<Insertion> {
  const deposit = depositOf(ctx.config, input.receipt)
  return ctx.batches.run(receiptBatch, { ...input, deposit })
}
