import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  countBase64Bytes,
  decodeBase64,
  hasText,
  readBigEndian,
  readLittleEndian,
} from './bytes.js'

const bytes = Uint8Array.of(0x01, 0x02, 0xff, 0xfe)

describe('readBigEndian', () => {
  test('default', () => {
    expect(readBigEndian(bytes, 0, 2)).toBe(0x0102)
    expect(readBigEndian(bytes, 1, 3)).toBe(0x02fffe)
  })

  test('behavior: reads four bytes as unsigned', () => {
    expect(readBigEndian(Uint8Array.of(0xff, 0xff, 0xff, 0xff), 0, 4)).toBe(0xffffffff)
  })

  test('behavior: NaN past the end', () => {
    expect(readBigEndian(bytes, 3, 2)).toBeNaN()
  })
})

describe('readLittleEndian', () => {
  test('default', () => {
    expect(readLittleEndian(bytes, 0, 2)).toBe(0x0201)
    expect(readLittleEndian(bytes, 0, 4)).toBe(0xfeff0201)
  })

  test('behavior: NaN past the end', () => {
    expect(readLittleEndian(bytes, 3, 2)).toBeNaN()
    expect(readLittleEndian(bytes, Number.NaN, 1)).toBeNaN()
  })
})

describe('hasText', () => {
  test('default', () => {
    expect(hasText(bytes, 1, '\x02\xff')).toBe(true)
    expect(hasText(bytes, 1, '\x02\xfe')).toBe(false)
  })

  test('behavior: false past the end', () => {
    expect(hasText(bytes, 3, '\xfe\x00')).toBe(false)
  })
})

describe('decodeBase64', () => {
  test('default', () => {
    expect(decodeBase64('+/8A')).toEqual(Uint8Array.of(0xfb, 0xff, 0x00))
  })

  test.each([
    ['', []],
    ['AA==', [0]],
    ['/w==', [0xff]],
    ['AAE=', [0, 1]],
    ['//8=', [0xff, 0xff]],
  ])('behavior: %j', (text, bytes) => {
    expect(decodeBase64(text)).toEqual(Uint8Array.from(bytes))
  })

  test.each([
    'A',
    'AA',
    'AAA',
    'AA=',
    'A===',
    '====',
    '=',
    'AA==AAAA',
    'A=AA',
    'AAAA====',
    'AB==',
    'AAB=',
    '_-8A',
    ' AAA',
    'AA\n==',
    'AAA\n',
    'AAAé',
    'AAA\u0141',
    'AAA\0',
  ])('error: rejects %j', (text) => {
    expect(decodeBase64(text)).toBeNull()
  })

  test('behavior: decodes every canonical text and no other', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        const text = Buffer.from(bytes).toString('base64')
        expect(decodeBase64(text)).toEqual(bytes)
        expect(countBase64Bytes(text)).toBe(bytes.length)
      }),
      { numRuns: 200 },
    )

    const unit = fc.constantFrom(...'AQgw/+=Z9')
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 12 }), (text) => {
        const bytes = decodeBase64(text)
        if (bytes) expect(Buffer.from(bytes).toString('base64')).toBe(text)
      }),
      { numRuns: 300 },
    )
  })
})

describe('countBase64Bytes', () => {
  test.each([
    ['', 0],
    ['AA==', 1],
    ['AAA=', 2],
    ['AAAA', 3],
    ['AAAAAA==', 4],
  ])('default: counts %j as %i', (text, count) => {
    expect(countBase64Bytes(text)).toBe(count)
  })
})
