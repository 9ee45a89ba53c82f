import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCursor } from './read-cursor.js'

describe('readCursor', () => {
  test('default', () => {
    expect(readCursor('after', '42')).toBe(42)
  })

  test.each([undefined, ''])('behavior: returns null for %j', (text) => {
    expect(readCursor('after', text)).toBeNull()
  })

  test('behavior: parses every event number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999_999_999 }), (no) => {
        expect(readCursor('after', String(no))).toBe(no)
      }),
      { numRuns: 200 },
    )
  })

  test('error: rejects any other text', () => {
    const others = fc.oneof(
      fc.constantFrom('-1', '1.5', '1e3', ' 1', '0x1', '٣', '9'.repeat(16)),
      fc.string({ minLength: 1 }).filter((text) => !/^\d{1,15}$/.test(text)),
    )
    fc.assert(
      fc.property(others, (text) => {
        expect(() => readCursor('after', text)).toThrow(
          expect.objectContaining({
            code: 'invalid_input',
            message: expect.stringMatching(/^after /),
          }),
        )
      }),
      { numRuns: 200 },
    )
  })
})
