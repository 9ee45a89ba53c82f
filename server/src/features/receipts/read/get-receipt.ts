import { AppError } from '../../../lib/errors.js'
import type { Address } from '../../../lib/hex.js'
import type { Context, TxContext } from '../../../platform/context.js'
import type { Receipt } from '../receipt.js'
import { findReceiptForUpdate, fullReceipts, findReceipt as selectReceipt } from '../store.js'
import type { ReceiptRef } from '../wanted-sql.js'
import type { FullReceipt } from './describe-receipt.js'

/**
 * Returns a merchant's receipt.
 *
 * @throws {AppError} `not_found`, even for another merchant's receipt.
 */
export async function getReceipt(
  ctx: Pick<TxContext, 'db'>,
  input: { merchant: Address; id: string },
): Promise<Receipt> {
  const receipt = await findReceipt(ctx, input)
  if (!receipt) throw noSuchReceipt()
  return receipt
}

/** Finds a merchant's receipt, or null. */
export function findReceipt(
  ctx: Pick<TxContext, 'db'>,
  ref: { merchant: Address; id: string },
): Promise<Receipt | null> {
  return selectReceipt(ctx.db, ref)
}

export function noSuchReceipt(): AppError {
  return new AppError('not_found', 'No receipt has this id.')
}

/**
 * Returns a merchant's receipt with its timeline and refunds.
 *
 * @throws {AppError} `not_found`, even for another merchant's receipt.
 */
export async function getFullReceipt(
  ctx: Pick<Context, 'batches'>,
  input: ReceiptRef,
): Promise<FullReceipt> {
  const receipt = await ctx.batches.run(fullReceipts, input)
  if (!receipt) throw noSuchReceipt()
  return receipt
}

/** Locks a receipt until the transaction ends and returns it, or null. */
export function lockReceipt(
  ctx: Pick<TxContext, 'db'>,
  ref: { merchant: Address; id: string },
): Promise<Receipt | null> {
  return findReceiptForUpdate(ctx.db, ref)
}
