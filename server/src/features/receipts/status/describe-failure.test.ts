import { describe, expect, test } from 'vitest'
import { describeFailure } from './describe-failure.js'
import { failureCodes, findFailure } from './failures.js'
import { receiptStatuses } from './statuses.js'

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

  test('behavior: a code nobody knows any more is the system’s', () => {
    expect(describeFailure({ status: 'failed', failureCode: 'PORTAL_OLD' })).toEqual({
      failureCode: 'PORTAL_OLD',
      failureCategory: 'system',
      failureReason: '',
      failureAction: '',
    })
  })

  test.each(receiptStatuses.filter((status) => status !== 'failed'))(
    'behavior: nothing while it is %s',
    (status) => {
      expect(describeFailure({ status, failureCode: 'PORTAL_SESSION_EXPIRED' })).toEqual({})
    },
  )

  test('behavior: nothing without a reason', () => {
    expect(describeFailure({ status: 'failed', failureCode: null })).toEqual({})
  })
})
