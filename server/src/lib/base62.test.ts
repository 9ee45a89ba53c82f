import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeBase62 } from './base62.js'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

describe('encodeBase62', () => {
  test.each([
    [[9], 1, '9'],
    [[10], 1, 'A'],
    [[35], 1, 'Z'],
    [[36], 1, 'a'],
    [[61], 1, 'z'],
    [[62], 2, '10'],
    [[255], 2, '47'],
    [[1, 0], 2, '48'],
  ])('default: encodes %j in %i digits', (bytes, length, expected) => {
    expect(encodeBase62(Uint8Array.from(bytes), length)).toBe(expected)
  })

  test('behavior: pads with zeros on the left', () => {
    expect(encodeBase62(Uint8Array.of(61), 4)).toBe('000z')
    expect(encodeBase62(new Uint8Array(), 3)).toBe('000')
  })

  test('behavior: drops higher digits that do not fit', () => {
    expect(encodeBase62(Uint8Array.of(63), 1)).toBe('1')
    expect(encodeBase62(Uint8Array.of(255), 0)).toBe('')
  })

  test('property: the lowest digits decode to the number', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), fc.nat({ max: 60 }), (bytes, length) => {
        const text = encodeBase62(bytes, length)
        const value = BigInt(`0x0${Buffer.from(bytes).toString('hex')}`)
        expect(text).toHaveLength(length)
        expect(decode(text)).toBe(value % 62n ** BigInt(length))
      }),
      { seed: 1, numRuns: 1_000 },
    )
  })
})

function decode(text: string): bigint {
  return Array.from(text, (character) => BigInt(alphabet.indexOf(character))).reduce(
    (value, digit) => value * 62n + digit,
    0n,
  )
}
