import { AppError } from '../../../lib/errors.js'
import type { TxContext } from '../../../platform/context.js'
import { type FailureCode, findFailure } from '../../receipts/status/failures.js'
import type { ReceiptRef } from '../payment.js'

/** The failure after which no way to pay a receipt is offered: a legal check does not permit it. */
export const blockingCode = 'PORTAL_KYC_SANCTIONS_BLOCKED' satisfies FailureCode

/**
 * SQL condition on a row of `onramp_sessions`: it blocks its receipt. Only a verified callback of
 * the provider sets the code, and a page whose link may have been guessed blocks nothing.
 */
export const isBlocking = `(failure_code = '${blockingCode}' and not is_limited)`

/** Returns whether a receipt is blocked. Money that arrives on chain is still recorded. */
export async function isBlocked(
  { db }: Pick<TxContext, 'db'>,
  { merchant, receiptId }: ReceiptRef,
): Promise<boolean> {
  const { rows } = await db.query(
    `select from onramp_sessions where merchant = $1 and receipt_id = $2 and ${isBlocking} limit 1`,
    [merchant, receiptId],
  )
  return rows.length > 0
}

/** Returns the error for a payment of a blocked receipt, or of one that the provider refuses. */
export function refusedPayment(code: FailureCode): AppError {
  const message = findFailure(code)?.buyer ?? 'The card provider refused this payment.'
  return new AppError('onramp_refused', message, { fields: { failureCode: code } })
}
