import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeBase32, encodeSeconds } from './ids.js'
import { unixMs } from './time.js'

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

describe('encodeBase32', () => {
  test('default', () => {
    // The test vector of RFC 4648, "CPNMUOJ1E8" in its own base 32 alphabet.
    expect(encodeBase32(Buffer.from('foobar'))).toBe('csqpyrk1e8')
  })

  test('behavior: 16 bytes become 26 characters', () => {
    expect(encodeBase32(new Uint8Array(16))).toBe('0'.repeat(26))
    expect(encodeBase32(new Uint8Array(16).fill(255))).toBe(`${'z'.repeat(25)}w`)
  })

  test('behavior: encodes no bytes as an empty text', () => {
    expect(encodeBase32(new Uint8Array())).toBe('')
  })

  test('property: decodes to the same bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const text = encodeBase32(bytes)
        expect(text).toHaveLength(Math.ceil((bytes.length * 8) / 5))
        expect(decode(text, bytes.length)).toEqual([...bytes])
      }),
      { seed: 1, numRuns: 1_000 },
    )
  })
})

describe('encodeSeconds', () => {
  test('default', () => {
    expect(encodeSeconds(unixMs(0))).toBe('0000000')
    expect(encodeSeconds(unixMs(31_999))).toBe('000000z')
    expect(encodeSeconds(unixMs(Date.UTC(2026, 0, 1)))).toBe('1mnbe80')
    expect(encodeSeconds(unixMs(2 ** 35 * 1_000 - 1))).toBe('zzzzzzz')
  })

  test('property: sorts like the time', () => {
    const second = fc.integer({ min: 0, max: 2 ** 35 - 1 })
    fc.assert(
      fc.property(second, second, (one, other) => {
        const [first = '', last = ''] = [one, other].map((at) => encodeSeconds(unixMs(at * 1_000)))
        expect(Math.sign(one - other)).toBe(first === last ? 0 : first < last ? -1 : 1)
      }),
      { seed: 1, numRuns: 1_000 },
    )
  })
})

function decode(text: string, byteCount: number): number[] {
  const bits = Array.from(text, (character) =>
    alphabet.indexOf(character).toString(2).padStart(5, '0'),
  ).join('')
  return Array.from({ length: byteCount }, (_, index) =>
    Number.parseInt(bits.slice(index * 8, index * 8 + 8), 2),
  )
}
