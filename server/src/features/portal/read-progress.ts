import { AppError } from '../../lib/errors.js'
import { type FailureCode, failureCodes } from '../receipts/status/failures.js'
import type { ProgressBody } from './schemas.js'

/** What a payment page may say of its buyer. */
const progressStatuses = ['link_opened', 'checkout_initialized', 'pending', 'failed'] as const

export type Progress =
  | { status: 'link_opened' | 'checkout_initialized' | 'pending' }
  | { status: 'failed'; failureCode: FailureCode }

/**
 * Reads what a payment page says. A failure has its reason.
 *
 * @throws {AppError} `missing_status`, `invalid_input`.
 */
export function readProgress(body: ProgressBody): Progress {
  const { status: word, failureCode } = body
  if (word === undefined || word === null || word === '') {
    throw new AppError('missing_status', 'Say with status what the buyer does')
  }
  const status = progressStatuses.find((known) => known === word)
  if (!status) {
    throw new AppError('invalid_input', `status must be one of ${progressStatuses.join(', ')}`)
  }
  if (status !== 'failed') return { status }

  const code = failureCodes.find((known) => known === failureCode)
  if (!code) {
    throw new AppError('invalid_input', `failureCode must be one of ${failureCodes.join(', ')}`)
  }
  return { status, failureCode: code }
}
