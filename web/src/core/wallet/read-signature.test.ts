import { describe, expect, test } from 'vitest'
import { readSignature } from './read-signature.js'

const ends = (last: string) => `0x${'12'.repeat(64)}${last}`

describe('readSignature', () => {
  test.each(['1b', '1c', '1B', '10', '02'])('default: ends with %s', (last) => {
    expect(readSignature(ends(last))).toBe(ends(last))
  })

  test('behavior: converts a recovery byte of 0 or 1', () => {
    expect(readSignature(ends('00'))).toBe(ends('1b'))
    expect(readSignature(ends('01'))).toBe(ends('1c'))
  })

  test.each(['0x00', `${ends('1b')}01`, `0x${'00'.repeat(64)}`, `0x${'01'.repeat(640)}`])(
    "behavior: keeps a contract's signature: %s",
    (signature) => {
      expect(readSignature(signature)).toBe(signature)
    },
  )

  test.each([
    undefined,
    null,
    '',
    '0x',
    '0x1',
    'signed',
    ends('1b').slice(2),
    `${ends('1b')}\n`,
    {},
  ])('error: %j', (response) => {
    expect(readSignature(response)).toBeNull()
  })
})
