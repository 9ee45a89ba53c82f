import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { receiptStatuses } from '../../../lib/receipt-statuses.js'
import { readStatusBody } from './read-status-body.js'

const withCode = (code: string) => expect.objectContaining({ code })

describe('readStatusBody', () => {
  test('default: reads any id and every status', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', minLength: 1 }),
        fc.constantFrom(...receiptStatuses),
        (receiptId, status) => {
          expect(readStatusBody({ receiptId, status })).toEqual({ id: receiptId, to: status })
        },
      ),
      { numRuns: 200 },
    )
  })

  test('behavior: reports the first of several problems', () => {
    expect(() => readStatusBody({})).toThrow(withCode('missing_receipt_id'))
    expect(() => readStatusBody({ status: 'done' })).toThrow(withCode('missing_receipt_id'))
    expect(() => readStatusBody({ receiptId: 'r-1' })).toThrow(withCode('missing_status'))
  })

  test('error: treats other types as missing', () => {
    const noText = fc.anything().filter((value) => typeof value !== 'string' || value === '')
    fc.assert(
      fc.property(noText, (value) => {
        const noId = { receiptId: value, status: 'paid' }
        expect(() => readStatusBody(noId)).toThrow(withCode('missing_receipt_id'))
        const noStatus = { receiptId: 'r-1', status: value }
        expect(() => readStatusBody(noStatus)).toThrow(withCode('missing_status'))
      }),
      { numRuns: 200 },
    )
  })

  test('error: refuses unknown statuses, including object property names', () => {
    const knownReceiptStatuses: readonly string[] = receiptStatuses
    const codes = fc.oneof(
      fc.string({ minLength: 1 }),
      fc.constantFrom('PAID', ' paid', 'paid ', 'constructor', '__proto__', 'attempt_failed'),
    )
    fc.assert(
      fc.property(codes, (status) => {
        fc.pre(!knownReceiptStatuses.includes(status))
        expect(() => readStatusBody({ receiptId: 'r-1', status })).toThrow(
          withCode('invalid_input'),
        )
      }),
      { numRuns: 200 },
    )
  })
})
