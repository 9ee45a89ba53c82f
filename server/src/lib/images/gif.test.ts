import { describe, expect, test } from 'vitest'
import { aSample } from '../../../test/fixtures/image-samples.js'
import { isGif } from './gif.js'

const gif = aSample('gif89')
/** The offset of the first picture, after the screen and a table of two colors. */
const picture = 19

function aGif({ at = 0, bytes = [] as number[] } = {}): Uint8Array {
  const changed = gif.slice()
  changed.set(bytes, at)
  return changed
}

const withBlock = (...block: number[]) =>
  Uint8Array.of(...gif.subarray(0, picture), ...block, ...gif.subarray(picture))

describe('isGif', () => {
  test.each(['gif87', 'gif89'] as const)('default: %s', (name) => {
    expect(isGif(aSample(name))).toBe(true)
  })

  test.each([
    ['a screen of 8192', aGif({ at: 6, bytes: [0, 0x20, 0, 0x20] })],
    ['a comment', withBlock(0x21, 0xfe, 3, 0x3b, 0x3b, 0x3b, 1, 0x3b, 0)],
    ['several pictures', withBlock(...gif.subarray(picture, -1))],
    [
      'a picture with colors of its own',
      withBlock(0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0x80, 1, 2, 3, 4, 5, 6, 2, 2, 0x44, 1, 0),
    ],
    [
      'no colors for all',
      Uint8Array.of(...aGif({ at: 10, bytes: [0] }).subarray(0, 13), ...gif.subarray(picture)),
    ],
  ])('behavior: accepts %s', (_what, bytes) => {
    expect(isGif(bytes)).toBe(true)
  })

  test.each([
    ['another version', aGif({ at: 4, bytes: [0x38] })],
    ['a screen without width', aGif({ at: 6, bytes: [0, 0] })],
    ['a screen without height', aGif({ at: 8, bytes: [0, 0] })],
    ['a screen of 8193', aGif({ at: 6, bytes: [1, 0x20] })],
    ['a picture of 8193', aGif({ at: picture + 5, bytes: [1, 0x20] })],
    ['a picture without height', aGif({ at: picture + 7, bytes: [0, 0] })],
    ['more colors than it has', aGif({ at: 10, bytes: [0x87] })],
    ['an unknown block', withBlock(0x22, 0)],
    ['an extension that does not end', withBlock(0x21, 0xfe, 0xff)],
    ['bytes after the trailer', Uint8Array.of(...gif, 0x3b)],
    ['no picture', Uint8Array.of(...gif.subarray(0, picture), 0x3b)],
  ])('error: rejects %s', (_what, bytes) => {
    expect(isGif(bytes)).toBe(false)
  })

  test('error: rejects a truncated image', () => {
    const acceptedCuts = Array.from(gif, (_, end) => isGif(gif.subarray(0, end)))
    expect(acceptedCuts).not.toContain(true)
  })
})
