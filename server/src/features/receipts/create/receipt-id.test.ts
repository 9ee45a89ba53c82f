import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readReceiptId } from './receipt-id.js'

const letters = [...'ABCXYZabcxyz0189']
const first = fc.constantFrom(...letters)
const later = fc.array(fc.constantFrom(...letters, '.', '_', ':', '-'), { maxLength: 127 })

describe('readReceiptId', () => {
  test('default', () => {
    expect(readReceiptId('order:2026-01.7_b')).toBe('order:2026-01.7_b')
  })

  test.each(['status', 'refund', 'terminal'])('error: refuses the reserved id %s', (id) => {
    expect(() => readReceiptId(id)).toThrow('id must not be status, refund, terminal')
  })

  test.each([undefined, null, '', 7, {}, ['a'], '.a', '_a', 'a b', 'a/b', 'a%', 'é', 'a\n', '\na'])(
    'error: %j',
    (id) => {
      expect(() => readReceiptId(id)).toThrow(expect.objectContaining({ code: 'invalid_input' }))
    },
  )

  test('property: accepts every valid id up to 128 characters', () => {
    fc.assert(
      fc.property(first, later, (head, tail) => {
        const id = head + tail.join('')
        return readReceiptId(id) === id
      }),
      { numRuns: 300 },
    )
    expect(() => readReceiptId('a'.repeat(129))).toThrow('1 to 128')
  })

  test('property: an id needs no URL escaping except for colons', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        try {
          const id = readReceiptId(text)
          expect(encodeURIComponent(id).replaceAll('%3A', ':')).toBe(id)
        } catch (error) {
          expect(error).toMatchObject({ code: 'invalid_input' })
        }
      }),
      { numRuns: 300 },
    )
  })
})
