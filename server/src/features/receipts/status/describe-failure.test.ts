import { describe, expect, test } from 'vitest'
import { receiptStatuses } from '../../../lib/receipt-statuses.js'
import { describeFailure } from './describe-failure.js'
import { failureCodes, findFailure } from './failures.js'

describe('describeFailure', () => {
  test.each(failureCodes)('default: %s', (failureCode) => {
    const failure = findFailure(failureCode)
    expect(describeFailure({ status: 'failed', failureCode })).toEqual({
      failureCode,
      failureCategory: failure?.category,
      failureReason: failure?.reason,
      failureAction: failure?.action,
    })
    expect(failure?.action).toMatch(/\.$/)
  })

  test('behavior: describes an unknown code as a system failure', () => {
    expect(describeFailure({ status: 'failed', failureCode: 'PORTAL_OLD' })).toEqual({
      failureCode: 'PORTAL_OLD',
      failureCategory: 'system',
      failureReason: '',
      failureAction: '',
    })
  })

  test.each(receiptStatuses.filter((status) => status !== 'failed'))(
    'behavior: returns nothing for a %s receipt',
    (status) => {
      expect(describeFailure({ status, failureCode: 'PORTAL_SESSION_EXPIRED' })).toEqual({})
    },
  )

  test('behavior: returns nothing without a failure code', () => {
    expect(describeFailure({ status: 'failed', failureCode: null })).toEqual({})
  })
})
