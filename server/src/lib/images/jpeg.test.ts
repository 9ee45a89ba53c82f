import { describe, expect, test } from 'vitest'
import { aSample } from '../../../test/fixtures/image-samples.js'
import { isJpeg } from './jpeg.js'

const jpeg = aSample('jpeg')
const frame = jpeg.findIndex((byte, at) => byte === 0xff && jpeg[at + 1] === 0xc0)

function aJpeg({ at = 0, bytes = [] as number[] } = {}): Uint8Array {
  const changed = jpeg.slice()
  changed.set(bytes, at)
  return changed
}

const withSegment = (...segment: number[]) =>
  Uint8Array.of(...jpeg.subarray(0, 2), ...segment, ...jpeg.subarray(2))

describe('isJpeg', () => {
  test('default', () => {
    expect(frame).toBeGreaterThan(0)
    expect(isJpeg(jpeg)).toBe(true)
  })

  test.each([
    ['an extended frame', aJpeg({ at: frame + 1, bytes: [0xc1] })],
    ['a progressive frame', aJpeg({ at: frame + 1, bytes: [0xc2] })],
    ['a height of 8192', aJpeg({ at: frame + 5, bytes: [0x20, 0] })],
    ['a width of 8192', aJpeg({ at: frame + 7, bytes: [0x20, 0] })],
    ['a comment that looks like a frame', withSegment(0xff, 0xfe, 0, 6, 0xff, 0xc0, 0, 0)],
    ['bytes that fill up before a marker', withSegment(0xff, 0xff, 0xff, 0xfe, 0, 2)],
    ['zeros after the end', Uint8Array.of(...jpeg, 0, 0, 0)],
  ])('behavior: accepts %s', (_what, bytes) => {
    expect(isJpeg(bytes)).toBe(true)
  })

  test.each([
    ['another start', aJpeg({ at: 2, bytes: [0xfe] })],
    ['a lossless frame, which browsers do not show', aJpeg({ at: frame + 1, bytes: [0xc3] })],
    ['no height', aJpeg({ at: frame + 5, bytes: [0, 0] })],
    ['no width', aJpeg({ at: frame + 7, bytes: [0, 0] })],
    ['a height of 8193', aJpeg({ at: frame + 5, bytes: [0x20, 1] })],
    ['a width of 65535', aJpeg({ at: frame + 7, bytes: [0xff, 0xff] })],
    ['a segment that is longer than the file', aJpeg({ at: 4, bytes: [0xff, 0xff] })],
    ['a segment that ends where no other begins', aJpeg({ at: 5, bytes: [0x0f] })],
    ['a scan before the frame', withSegment(0xff, 0xda, 0, 2)],
    ['an end before the frame', withSegment(0xff, 0xd9)],
    ['bytes after the end', Uint8Array.of(...jpeg, 0, 1)],
    ['only a start and an end', Uint8Array.of(0xff, 0xd8, 0xff, 0xd9)],
  ])('error: rejects %s', (_what, bytes) => {
    expect(isJpeg(bytes)).toBe(false)
  })

  test('error: rejects a truncated image', () => {
    const acceptedCuts = Array.from(jpeg, (_, end) => isJpeg(jpeg.subarray(0, end)))
    expect(acceptedCuts).not.toContain(true)
  })
})
