import { describe, expect, test } from 'vitest'
import { aSample } from '../../../test/fixtures/image-samples.js'
import { isWebp } from './webp.js'

type Name = 'webpLossy' | 'webpLossless' | 'webpExtended'
const names: Name[] = ['webpLossy', 'webpLossless', 'webpExtended']

/** The offset of the data of the first chunk. */
const data = 20

function aWebp(name: Name, { at = 0, bytes = [] as number[] } = {}): Uint8Array {
  const webp = aSample(name)
  webp.set(bytes, at)
  return webp
}

/** Adds a difference to the size field. */
function resized(bytes: Uint8Array, difference = 0): Uint8Array {
  const webp = bytes.slice()
  new DataView(webp.buffer).setUint32(4, webp.length - 8 + difference, true)
  return webp
}

describe('isWebp', () => {
  test.each(names)('default: %s', (name) => {
    expect(isWebp(aSample(name))).toBe(true)
  })

  test.each([
    ['a lossy side of 8192', 'webpLossy', { at: data + 6, bytes: [0, 0x20, 0, 0x20] }],
    ['a lossy side with bits about scaling', 'webpLossy', { at: data + 6, bytes: [3, 0xc0] }],
    ['a lossless side of 8192', 'webpLossless', { at: data + 1, bytes: [0xff, 0x1f] }],
    ['an extended side of 8192', 'webpExtended', { at: data + 4, bytes: [0xff, 0x1f, 0] }],
  ] as const)('behavior: accepts %s', (_case, name, change) => {
    expect(isWebp(aWebp(name, { ...change, bytes: [...change.bytes] }))).toBe(true)
  })

  test('behavior: accepts uncounted or missing padding at the end', () => {
    // Its only chunk has 17 bytes, so the last byte is padding.
    const webp = aSample('webpLossless')
    expect(isWebp(resized(webp, -1))).toBe(true)
    expect(isWebp(resized(webp.subarray(0, -1)))).toBe(true)
    expect(isWebp(resized(webp, -2))).toBe(false)
    expect(isWebp(resized(webp.subarray(0, -2)))).toBe(false)
  })

  test('behavior: accepts animations', () => {
    const webp = aSample('webpExtended')
    const still = webp.subarray(0, 30)
    expect(isWebp(resized(Uint8Array.of(...still, ...Buffer.from('ANMF'), 0, 0, 0, 0)))).toBe(true)
  })

  test.each([
    ['another container', 'webpLossy', { at: 0, bytes: [0x72] }],
    ['another content', 'webpLossy', { at: 8, bytes: [0x41] }],
    ['a size that is too small', 'webpLossy', { at: 4, bytes: [0x34] }],
    ['a size that is too large', 'webpLossy', { at: 4, bytes: [0x38] }],
    ['another chunk first', 'webpLossy', { at: 12, bytes: [0x76] }],
    ['no start of a lossy picture', 'webpLossy', { at: data + 3, bytes: [0] }],
    ['no lossy width', 'webpLossy', { at: data + 6, bytes: [0, 0] }],
    ['a lossy side of 8193', 'webpLossy', { at: data + 8, bytes: [1, 0x20] }],
    ['no start of a lossless picture', 'webpLossless', { at: data, bytes: [0x2e] }],
    ['a lossless width of 8193', 'webpLossless', { at: data + 1, bytes: [0x00, 0x60] }],
    ['a lossless height of 16384', 'webpLossless', { at: data + 2, bytes: [0xc0, 0xff, 0x0f] }],
    ['an extended side of 8193', 'webpExtended', { at: data + 7, bytes: [0, 0x20, 0] }],
    ['a chunk that is longer than the file', 'webpLossy', { at: 16, bytes: [0x2c] }],
  ] as const)('error: %s', (_what, name, change) => {
    expect(isWebp(aWebp(name, { ...change, bytes: [...change.bytes] }))).toBe(false)
  })

  test('error: rejects an extended image without a picture', () => {
    expect(isWebp(resized(aSample('webpExtended').subarray(0, 30)))).toBe(false)
  })

  test.each(names)('error: rejects a truncated %s with a matching size', (name) => {
    const webp = aSample(name)
    const end = name === 'webpLossless' ? webp.length - 1 : webp.length
    const lengths = Array.from({ length: end - 12 }, (_, index) => index + 12)
    expect(lengths.filter((length) => isWebp(resized(webp.subarray(0, length))))).toEqual([])
  })
})
