import { AppError } from '../../../lib/errors.js'
import type { PostStatusBody } from '../schemas.js'
import { type ReceiptStatus, readStatus, receiptStatuses } from './statuses.js'

/**
 * Reads which receipt a posted status is for, and what it is to become.
 *
 * @throws {AppError} `missing_receipt_id`, `missing_status`, `invalid_input`, in this order.
 */
export function readStatusWords(body: PostStatusBody): { id: string; to: ReceiptStatus } {
  const id = requireText(body.receiptId, 'missing_receipt_id', 'Say with receiptId which receipt')
  const word = requireText(body.status, 'missing_status', 'Say with status what it is now')
  const to = readStatus(word)
  if (to) return { id, to }
  throw new AppError('invalid_input', `status must be one of ${receiptStatuses.join(', ')}`)
}

function requireText(
  value: unknown,
  code: 'missing_receipt_id' | 'missing_status',
  message: string,
): string {
  if (typeof value !== 'string' || value === '') throw new AppError(code, message)
  return value
}
