import { describe, expect, test } from 'vitest'
import { aSample } from '../../../test/fixtures/image-samples.js'
import { isPng } from './png.js'

/** Offsets of the length, width and height of the IHDR chunk. */
const [length, width, height] = [8, 16, 20]

function aPng({ at = 0, bytes = [] as number[] } = {}): Uint8Array {
  const png = aSample('png')
  png.set(bytes, at)
  return png
}

describe('isPng', () => {
  test('default', () => {
    expect(isPng(aPng())).toBe(true)
  })

  test('behavior: a side has at most 8192 pixels', () => {
    expect(isPng(aPng({ at: width, bytes: [0, 0, 0x20, 0] }))).toBe(true)
    expect(isPng(aPng({ at: height, bytes: [0, 0, 0x20, 0] }))).toBe(true)
  })

  test.each([
    ['another signature', { at: 4, bytes: [0x0a] }],
    ['a header of another length', { at: length, bytes: [0, 0, 0, 12] }],
    ['a header of another name', { at: 12, bytes: [0x69] }],
    ['no width', { at: width, bytes: [0, 0, 0, 0] }],
    ['no height', { at: height, bytes: [0, 0, 0, 0] }],
    ['a side of 8193', { at: width, bytes: [0, 0, 0x20, 1] }],
    ['a side of millions', { at: height, bytes: [0xff, 0xff, 0xff, 0xff] }],
    ['a chunk that is longer than the file', { at: 33, bytes: [0xff] }],
  ])('error: rejects %s', (_what, change) => {
    expect(isPng(aPng(change))).toBe(false)
  })

  test('error: rejects bytes after the end', () => {
    expect(isPng(Uint8Array.of(...aPng(), 0))).toBe(false)
  })

  test('error: rejects an IEND chunk with data', () => {
    const png = aPng()
    png[png.length - 9] = 1
    expect(isPng(Uint8Array.of(...png, 0))).toBe(false)
  })

  test('error: rejects an image without data', () => {
    const png = aPng()
    expect(isPng(Uint8Array.of(...png.subarray(0, 33), ...png.subarray(-12)))).toBe(false)
  })

  test('error: rejects a truncated image', () => {
    const png = aPng()
    const acceptedCuts = Array.from(png, (_, end) => isPng(png.subarray(0, end)))
    expect(acceptedCuts).not.toContain(true)
  })
})
