import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checksumOf, encodeBase62, formatKey, isWellFormedKey } from './key-format.js'

const randomness = Uint8Array.from({ length: 40 }, (_, index) => (index * 37 + 11) % 256)
const key = formatKey('sandbox', randomness)

describe('formatKey', () => {
  test('default', () => {
    expect(key).toMatch(/^tly_test_[0-9A-Za-z]{10}_[0-9A-Za-z]{38}$/)
  })

  test('behavior: the prefix shows the mode', () => {
    expect(formatKey('live', randomness)).toMatch(/^tly_live_/)
    expect(formatKey('live', randomness).slice(9, -6)).toBe(key.slice(9, -6))
    expect(formatKey('live', randomness).slice(-6)).not.toBe(key.slice(-6))
  })

  test('behavior: the first ten bytes become the public id, the rest the secret', () => {
    const otherId = formatKey('sandbox', randomness.with(9, 0))
    expect(otherId.slice(9, 19)).not.toBe(key.slice(9, 19))
    expect(otherId.slice(20, 52)).toBe(key.slice(20, 52))

    const otherSecret = formatKey('sandbox', randomness.with(39, 0))
    expect(otherSecret.slice(9, 19)).toBe(key.slice(9, 19))
    expect(otherSecret.slice(20, 52)).not.toBe(key.slice(20, 52))
  })
})

describe('isWellFormedKey', () => {
  test('default', () => {
    expect(isWellFormedKey(key)).toBe(true)
    expect(isWellFormedKey(formatKey('live', randomness))).toBe(true)
  })

  test('error: rejects any one changed character', () => {
    const characters = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))
    const accepted = [...characters, 'é', '０', '\u{1f511}'].flatMap((character) =>
      Array.from(key, (_, index) => key.slice(0, index) + character + key.slice(index + 1)).filter(
        (changed) => changed !== key && isWellFormedKey(changed),
      ),
    )
    expect(accepted).toEqual([])
  })

  test('error: rejects any one missing or doubled character', () => {
    const accepted = Array.from(key, (character, index) => [
      key.slice(0, index) + key.slice(index + 1),
      key.slice(0, index) + character + key.slice(index),
    ])
      .flat()
      .filter(isWellFormedKey)
    expect(accepted).toEqual([])
  })

  test.each([
    ['nothing', ''],
    ['a space before', ` ${key}`],
    ['a line end after', `${key}\n`],
    ['upper case', key.toUpperCase()],
    ['twice', key + key],
    ['another mode', key.replace('tly_test', 'tly_live')],
  ])('error: rejects %s', (_name, text) => {
    expect(isWellFormedKey(text)).toBe(false)
  })

  test.each([
    ['test', true],
    ['demo', false],
    ['TEST', false],
  ])('error: rejects the prefix tly_%s with a valid checksum', (mode, expected) => {
    expect(isWellFormedKey(withChecksum(`tly_${mode}_${key.slice(9, -6)}`))).toBe(expected)
  })

  test.each([
    [10, 32, true],
    [9, 32, false],
    [11, 32, false],
    [10, 31, false],
    [10, 33, false],
    [9, 33, false],
  ])(
    'error: rejects an id of %i and a secret of %i with a valid checksum',
    (id, secret, expected) => {
      const text = withChecksum(`tly_test_${'a'.repeat(id)}_${'b'.repeat(secret)}`)
      expect(isWellFormedKey(text)).toBe(expected)
    },
  )

  test('property: accepts every formatted key', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('sandbox' as const, 'live' as const),
        fc.uint8Array({ minLength: 40, maxLength: 40 }),
        (mode, bytes) => isWellFormedKey(formatKey(mode, bytes)),
      ),
      { seed: 1, numRuns: 1_000 },
    )
  })

  test('property: rejects random text of the right shape', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^tly_(test|live)_[0-9A-Za-z]{10}_[0-9A-Za-z]{38}$/),
        (text) => !isWellFormedKey(text),
      ),
      { seed: 1, numRuns: 1_000 },
    )
  })
})

function withChecksum(body: string): string {
  return body + encodeBase62(checksumOf(body), 6)
}

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
