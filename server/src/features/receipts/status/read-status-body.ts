import { AppError, invalidInput } from '../../../lib/errors.js'
import { type ReceiptStatus, readStatus, receiptStatuses } from '../../../lib/receipt-statuses.js'
import type { PostStatusBody } from '../schemas.js'

/**
 * Reads the receipt id and the new status of a posted status.
 *
 * @throws {AppError} `missing_receipt_id`, `missing_status`, `invalid_input`, in this order.
 */
export function readStatusBody(body: PostStatusBody): { id: string; to: ReceiptStatus } {
  const id = requireText(body.receiptId, 'missing_receipt_id', 'receiptId is required.')
  const status = requireText(body.status, 'missing_status', 'status is required.')
  const to = readStatus(status)
  if (to) return { id, to }
  throw invalidInput(`status must be one of ${receiptStatuses.join(', ')}`)
}

function requireText(
  value: unknown,
  code: 'missing_receipt_id' | 'missing_status',
  message: string,
): string {
  if (typeof value !== 'string' || value === '') throw new AppError(code, message)
  return value
}
