import { AppError } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import type { ReceiptHistory } from './describe-receipt.js'
import type { Receipt } from './receipt.js'
import { listRefunds } from './refund/refund-store.js'
import { listEvents } from './status/timeline-store.js'
import { findReceipt } from './store.js'

/**
 * Returns a merchant's receipt.
 *
 * @throws {AppError} `not_found`, also for another merchant's receipt.
 */
export async function getReceipt(
  ctx: Pick<TxContext, 'db'>,
  input: { merchant: Address; id: string },
): Promise<Receipt> {
  const receipt = await findReceipt(ctx.db, input)
  if (!receipt) throw noSuchReceipt()
  return receipt
}

export function noSuchReceipt(): AppError {
  return new AppError('not_found', 'No receipt has this id.')
}

/** Loads the timelines and refunds of several receipts. Returns a function that looks them up by id. */
export async function loadHistory(
  ctx: Pick<TxContext, 'db'>,
  input: { merchant: Address; ids: readonly string[] },
): Promise<(id: string) => ReceiptHistory> {
  const [events, refunds] = await Promise.all([
    listEvents(ctx.db, input),
    listRefunds(ctx.db, input),
  ])
  return (id) => ({ events: events.get(id) ?? [], refunds: refunds.get(id) ?? [] })
}
