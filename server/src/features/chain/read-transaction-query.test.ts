import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { outgoingStates } from '../../platform/chain/outgoing/outgoing.js'
import { newId } from '../../platform/ids.js'
import { readTransactionQuery, writeCursor } from './read-transaction-query.js'

const invalid = expect.objectContaining({ code: 'invalid_input' })

describe('readTransactionQuery', () => {
  test('default', () => {
    const expected = { limit: 50, after: null, state: null }
    expect(readTransactionQuery({})).toEqual(expected)
    expect(readTransactionQuery({ limit: '', cursor: '', state: '' })).toEqual(expected)
  })

  test.each(outgoingStates)('behavior: filters by the state %s', (state) => {
    const query = { limit: '7', cursor: '5.txn_1', state }
    const expected = { limit: 7, after: { createdAt: 5, id: 'txn_1' }, state }
    expect(readTransactionQuery(query)).toEqual(expected)
  })

  test.each([
    ['limit', 'x'],
    ['limit', '0x10'],
    ['state', 'lost'],
    ['state', 'Planned'],
    ['state', 'toString'],
    ['cursor', 'txn_1'],
    ['cursor', '5.'],
    ['cursor', '.txn_1'],
    ['cursor', '-5.txn_1'],
    ['cursor', '1e3.txn_1'],
    ['cursor', '5.txn_1\n'],
    ['cursor', '5.txn\0'],
    ['cursor', "5.' or true --"],
    ['cursor', `5.${'x'.repeat(65)}`],
    ['cursor', `${'9'.repeat(16)}.txn_1`],
  ])('error: %s=%j', (name, value) => {
    expect(() => readTransactionQuery({ [name]: value })).toThrow(invalid)
  })

  test('property: clamps the limit', () => {
    fc.assert(
      fc.property(fc.integer(), (limit) => {
        const expected = Math.min(200, Math.max(1, limit))
        expect(readTransactionQuery({ limit: String(limit) }).limit).toBe(expected)
      }),
      { numRuns: 200 },
    )
  })

  test('property: reads back the cursors it writes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 15 - 1 }), (createdAt) => {
        const after = { createdAt, id: newId('txn') }
        expect(readTransactionQuery({ cursor: writeCursor(after) }).after).toEqual(after)
      }),
      { numRuns: 200 },
    )
  })

  test('property: any other text is refused or is a valid cursor', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1 }),
      fc.stringMatching(/^\d{1,18}\.?\w{0,70}$/),
    )
    fc.assert(
      fc.property(text, (cursor) => {
        let after: ReturnType<typeof readTransactionQuery>['after']
        try {
          after = readTransactionQuery({ cursor }).after
        } catch (error) {
          expect(error).toEqual(invalid)
          return
        }
        expect(Number.isSafeInteger(after?.createdAt)).toBe(true)
        expect(after?.id).toMatch(/^\w{1,64}$/)
      }),
      { numRuns: 100 },
    )
  })
})
