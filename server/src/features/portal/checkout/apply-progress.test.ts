import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { receiptStatuses } from '../../../lib/receipt-statuses.js'
import { failureCodes, findFailure } from '../../receipts/status/failures.js'
import { readProgress } from './apply-progress.js'

describe('readProgress', () => {
  test.each(['link_opened', 'checkout_initialized', 'pending'])('default: %s', (status) => {
    expect(readProgress({ status, failureCode: 'ignored' })).toEqual({ status })
  })

  const observed = ['blockchain', 'session', 'system']
  const isObserved = (code: string) => observed.includes(findFailure(code)?.category ?? '')

  test.each(failureCodes.filter(isObserved))('behavior: accepts failed with %s', (failureCode) => {
    const progress = { status: 'failed', failureCode }
    expect(readProgress(progress)).toEqual(progress)
  })

  test.each(failureCodes.filter((code) => !isObserved(code)))(
    'error: rejects %s, which a page cannot observe',
    (failureCode) => {
      expect(() => readProgress({ status: 'failed', failureCode })).toThrow(
        expect.objectContaining({ code: 'invalid_input' }),
      )
    },
  )

  test.each([undefined, null, ''])('error: rejects a missing status, %j', (status) => {
    expect(() => readProgress({ status })).toThrow(
      expect.objectContaining({ code: 'missing_status' }),
    )
  })

  test('error: rejects statuses that a page may not report', () => {
    const knownStatuses = ['link_opened', 'checkout_initialized', 'pending', 'failed']
    const invalid = expect.objectContaining({ code: 'invalid_input' })
    for (const status of receiptStatuses.filter(
      (receiptStatuse) => !knownStatuses.includes(receiptStatuse),
    )) {
      expect(() => readProgress({ status })).toThrow(invalid)
    }
    fc.assert(
      fc.property(fc.anything(), (value) => {
        fc.pre(!(value === undefined || value === null || value === ''))
        expect(() => readProgress({ status: value })).toThrow(invalid)
        expect(() => readProgress({ status: 'failed', failureCode: value })).toThrow(invalid)
      }),
      { numRuns: 200 },
    )
  })

  test('error: rejects a failure without a failure code', () => {
    expect(() => readProgress({ status: 'failed' })).toThrow(
      expect.objectContaining({ code: 'invalid_input' }),
    )
  })
})
