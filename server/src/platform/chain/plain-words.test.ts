import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plainWords } from './plain-words.js'

/** Any code units, including lone surrogates. */
const anyText = fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units))

describe('plainWords', () => {
  test('default', () => {
    expect(plainWords('nonce too low', 100)).toBe('nonce too low')
  })

  test.each([
    ['execution reverted: \u0000\u0000\u0001', 'execution reverted:'],
    ['two\r\n\tlines', 'two lines'],
    ['\u202eleft\ud800', 'left'],
    ['', ''],
  ])('behavior: %j', (text, expected) => {
    expect(plainWords(text, 100)).toBe(expected)
  })

  test('behavior: truncates, but not within a character', () => {
    expect(plainWords('12345', 3)).toBe('123')
    expect(plainWords('12\u{1f600}', 3).isWellFormed()).toBe(true)
  })

  test('property: returns one line of limited length that PostgreSQL can store', () => {
    fc.assert(
      fc.property(anyText, fc.nat(50), (text, maxLength) => {
        const words = plainWords(text, maxLength)
        expect(words.length).toBeLessThanOrEqual(maxLength)
        expect(words).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
        expect(words.isWellFormed()).toBe(true)
      }),
      { seed: 1, numRuns: 300 },
    )
  })
})
