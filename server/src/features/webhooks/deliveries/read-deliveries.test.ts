import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readDeliveryQuery } from './read-deliveries.js'

describe('readDeliveryQuery', () => {
  test('default', () => {
    const cursor = randomUUID()
    expect(
      readDeliveryQuery({
        receiptId: 'R',
        webhookId: 'whk_1',
        status: 'failed',
        cursor,
        limit: '7',
      }),
    ).toEqual({
      limit: 7,
      after: cursor,
      filter: { receiptId: 'R', endpointId: 'whk_1', status: 'failed' },
    })
  })

  test.each([{}, { receiptId: '', webhookId: '', status: '', cursor: '', limit: '' }])(
    'behavior: %j sets no filter',
    (input) => {
      expect(readDeliveryQuery(input)).toEqual({
        limit: 50,
        after: null,
        filter: { receiptId: null, endpointId: null, status: null },
      })
    },
  )

  test('behavior: bounds the limit', () => {
    expect(readDeliveryQuery({ limit: '101' }).limit).toBe(100)
    expect(readDeliveryQuery({ limit: '0' }).limit).toBe(1)
  })

  test('behavior: accepts any delivery id as a cursor, and nothing else', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.string({ minLength: 1 }), (id, text) => {
        expect(readDeliveryQuery({ cursor: id }).after).toBe(id)
        expect(() => readDeliveryQuery({ cursor: `${id}${text}` })).toThrow('cursor is invalid')
        expect(() => readDeliveryQuery({ cursor: `${text}${id}` })).toThrow('cursor is invalid')
      }),
      { numRuns: 200 },
    )
  })

  test.each([{ status: 'lost' }, { status: "failed' or 1=1" }, { limit: 'x' }])(
    'error: rejects %j',
    (input) => {
      expect(() => readDeliveryQuery(input)).toThrow(
        expect.objectContaining({ code: 'invalid_input' }),
      )
    },
  )
})
