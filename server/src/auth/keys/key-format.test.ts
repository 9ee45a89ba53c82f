import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeBase62 } from '../../lib/base62.js'
import { checksumOf, formatKey, isWellFormedKey } from './key-format.js'

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
