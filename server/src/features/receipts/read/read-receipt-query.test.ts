import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readReceiptQuery, writeCursor } from './read-receipt-query.js'

const end = Number.MAX_SAFE_INTEGER

describe('readReceiptQuery', () => {
  test('default', () => {
    const nothing = { limit: 100, after: { createdAt: end, id: '' }, status: null }
    const amounts = { minUsdCents: null, maxUsdCents: null }
    const expected = {
      ...nothing,
      ...amounts,
      flag: null,
      archived: 'no',
      customerId: null,
      registerId: null,
      reached: null,
      failureCode: null,
      item: null,
      jurisdiction: null,
      hasTip: false,
      time: 'created',
      from: 0,
      to: end,
      term: null,
      searchesComments: true,
      own: null,
      hasThumbs: true,
    }
    expect(readReceiptQuery({})).toEqual(expected)
    const empty = { limit: '', cursor: '', status: '', from: '', to: '', q: ' ' }
    expect(readReceiptQuery(empty)).toEqual(expected)
  })

  test('behavior: reads every field', () => {
    const query = { limit: '7', cursor: '5.r.1', status: 'paid', from: '1', to: '9', q: ' a b ' }
    const posted = { time: 'sale', hasTip: 'true' }
    const reported = {
      reached: 'paid',
      failureCode: 'PORTAL_SYSTEM_ERROR',
      item: 'itm_1',
      jurisdiction: 'US-CA',
    }
    const more = {
      flag: 'late',
      archived: 'only',
      customer: 'cus_1',
      registerId: 'reg_1',
      minUsd: '1.5',
      maxUsd: '20',
      ...posted,
    }
    expect(readReceiptQuery({ ...query, ...more, ...reported })).toEqual({
      ...reported,
      limit: 7,
      after: { createdAt: 5, id: 'r.1' },
      status: 'paid',
      flag: 'late',
      archived: 'only',
      customerId: 'cus_1',
      registerId: 'reg_1',
      hasTip: true,
      time: 'sale',
      minUsdCents: 150n,
      maxUsdCents: 2_000n,
      from: 1,
      to: 9,
      term: 'a b',
      searchesComments: true,
      own: null,
      hasThumbs: true,
    })
    expect(readReceiptQuery({ thumbs: '0' }).hasThumbs).toBe(false)
  })

  test.each([
    ['limit', 'x'],
    ['limit', '0x10'],
    ['from', 'x'],
    ['to', '1,000'],
    ['status', 'done'],
    ['status', 'toString'],
    ['cursor', 'r-1'],
    ['cursor', '5.'],
    ['cursor', '-5.r'],
    ['cursor', `5.${'x'.repeat(129)}`],
    ['cursor', `${'9'.repeat(16)}.r`],
    ['q', 'x'.repeat(201)],
    ['time', 'paid'],
    ['reached', 'sold'],
    ['item', 'x'.repeat(201)],
    ['fromDay', '2026-02-29'],
    ['toDay', '1'],
  ])('error: %s=%s', (name, value) => {
    expect(() => readReceiptQuery({ [name]: value })).toThrow(
      expect.objectContaining({ code: 'invalid_input' }),
    )
  })

  test('behavior: reads days of a time zone', () => {
    const days = { fromDay: '2026-03-29', toDay: '2026-03-29' }
    expect(readReceiptQuery(days, 'Europe/Berlin')).toMatchObject({
      from: Date.parse('2026-03-28T23:00:00Z'),
      to: Date.parse('2026-03-29T22:00:00Z') - 1,
    })
    expect(() => readReceiptQuery({ ...days, from: '1' })).toThrow('Send either from or fromDay.')
  })

  test('property: clamps the limit', () => {
    fc.assert(
      fc.property(fc.integer(), (limit) => {
        const expected = Math.min(200, Math.max(1, limit))
        expect(readReceiptQuery({ limit: String(limit) }).limit).toBe(expected)
      }),
      { numRuns: 200 },
    )
  })

  test('property: reads back written cursors', () => {
    const id = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,127}$/)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 15 - 1 }), id, (createdAt, input) => {
        const cursor = writeCursor({ createdAt, id: input })
        expect(readReceiptQuery({ cursor }).after).toEqual({ createdAt, id: input })
      }),
      { numRuns: 200 },
    )
  })
})
