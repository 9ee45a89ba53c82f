import { AppError } from '../../../lib/errors.js'
import type { Address } from '../../../lib/hex.js'
import { DAY_MS } from '../../../lib/time.js'
import type { Context } from '../../../platform/context.js'
import { getReceipt } from '../read/get-receipt.js'
import type { Receipt } from '../receipt.js'

/** A new receipt, and whether it was accepted without the database. */
export type CreatedReceipt = { receipt: Receipt; isDegraded: boolean }

/**
 * Returns the receipt that an earlier request with the same idempotency key created.
 *
 * @throws {AppError} `idempotency_conflict` when the key is older than a day, and could belong to
 *   another sale.
 */
export async function getRepeatedReceipt(
  ctx: Pick<Context, 'db' | 'now'>,
  ref: { merchant: Address; id: string },
): Promise<CreatedReceipt> {
  const receipt = await getReceipt(ctx, ref)
  requireRecent(ctx, receipt)
  return { receipt, isDegraded: false }
}

/**
 * Requires that a repeated request can mean this receipt.
 *
 * @throws {AppError} `idempotency_conflict` when the key is older than a day, and could belong to
 *   another sale.
 */
export function requireRecent({ now }: Pick<Context, 'now'>, { createdAt }: Receipt): void {
  if (createdAt > now() - DAY_MS) return
  throw new AppError(
    'idempotency_conflict',
    'This Idempotency-Key was used for a receipt more than a day ago. Use a new key.',
  )
}
