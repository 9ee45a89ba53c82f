import { describe, expect, test } from 'vitest'
import { hasText, readBigEndian, readLittleEndian } from './bytes.js'

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
