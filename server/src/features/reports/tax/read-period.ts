import { AppError } from '../../../lib/errors.js'
import { type SumPeriod, sumPeriods } from '../../ledger/day-sum.js'

/**
 * Parses the period of a tax report, a month by default.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readPeriod(text = ''): SumPeriod {
  if (text === '') return 'month'
  const period = sumPeriods.find((one) => one === text)
  if (period) return period
  throw new AppError('invalid_input', `period must be one of ${sumPeriods.join(', ')}`)
}
