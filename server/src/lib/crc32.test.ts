import { crc32 as zlibCrc32 } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { crc32 } from './crc32.js'

describe('crc32', () => {
  test('default', () => {
    expect([...crc32('123456789')]).toEqual([0xcb, 0xf4, 0x39, 0x26])
  })

  test('behavior: the empty text has the checksum zero', () => {
    expect([...crc32('')]).toEqual([0, 0, 0, 0])
  })

  test('property: agrees with zlib', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii', maxLength: 200 }), (text) => {
        expect(Buffer.from(crc32(text)).readUInt32BE()).toBe(zlibCrc32(text))
      }),
      { seed: 1, numRuns: 1_000 },
    )
  })
})
