import { AppError } from '../../../lib/errors.js'
import { type FailureCode, pageFailureCodes } from '../../receipts/status/failures.js'
import type { ProgressBody } from '../schemas.js'

/** The statuses that a payment page may report. */
const progressStatuses = ['link_opened', 'checkout_initialized', 'pending', 'failed'] as const

export type Progress =
  | { status: 'link_opened' | 'checkout_initialized' | 'pending' }
  | { status: 'failed'; failureCode: FailureCode }

/**
 * Parses a progress report. A failure requires the code of a failure that a page can observe.
 *
 * @throws {AppError} `missing_status`, `invalid_input`.
 */
export function readProgress(body: ProgressBody): Progress {
  const { status: word, failureCode } = body
  if (word === undefined || word === null || word === '') {
    throw new AppError('missing_status', 'status is required.')
  }
  const status = progressStatuses.find((known) => known === word)
  if (!status) {
    throw new AppError('invalid_input', `status must be one of ${progressStatuses.join(', ')}`)
  }
  if (status !== 'failed') return { status }

  const code = pageFailureCodes.find((known) => known === failureCode)
  if (!code) {
    throw new AppError('invalid_input', `failureCode must be one of ${pageFailureCodes.join(', ')}`)
  }
  return { status, failureCode: code }
}
