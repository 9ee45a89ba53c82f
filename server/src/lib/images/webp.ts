import { hasText, isGoodSize, readLittleEndian } from './bytes.js'

const headerBytes = 12
/** Name and length of a chunk. */
const frameBytes = 8
const sideLimit = 2 ** 14

/** Returns whether this is a WebP of the declared length and a valid size, with a picture. */
export function isWebp(bytes: Uint8Array): boolean {
  if (!hasText(bytes, 0, 'RIFF') || !hasText(bytes, 8, 'WEBP')) return false
  // A chunk of odd length is followed by a padding byte, which not every encoder counts.
  const declared = frameBytes + readLittleEndian(bytes, 4, 4)
  if (bytes.length !== declared && bytes.length !== declared + (declared % 2)) return false

  return hasGoodSize(bytes, headerBytes) && hasPicture(bytes)
}

/** Reads the size from the first chunk, whose layout depends on the kind of image. */
function hasGoodSize(bytes: Uint8Array, at: number): boolean {
  const data = at + frameBytes
  if (hasText(bytes, at, 'VP8X')) {
    const width = readLittleEndian(bytes, data + 4, 3) + 1
    return isGoodSize(width, readLittleEndian(bytes, data + 7, 3) + 1)
  }
  // The sides have 14 bits each. Bit operations would turn NaN into 0, so divide.
  if (hasText(bytes, at, 'VP8L')) {
    const sides = readLittleEndian(bytes, data + 1, 4)
    const height = (Math.floor(sides / sideLimit) % sideLimit) + 1
    return bytes[data] === 0x2f && isGoodSize((sides % sideLimit) + 1, height)
  }
  if (!hasText(bytes, at, 'VP8 ') || !hasText(bytes, data + 3, '\x9d\x01\x2a')) return false
  // The upper two bits of each side are a scaling hint.
  const width = readLittleEndian(bytes, data + 6, 2) % sideLimit
  return isGoodSize(width, readLittleEndian(bytes, data + 8, 2) % sideLimit)
}

/** In a VP8X image the picture comes in a later chunk, or in several for an animation. */
function hasPicture(bytes: Uint8Array): boolean {
  let hasFrame = false
  let at = headerBytes
  while (at < bytes.length) {
    hasFrame ||= ['VP8 ', 'VP8L', 'ANMF'].some((name) => hasText(bytes, at, name))
    const length = readLittleEndian(bytes, at + 4, 4)
    at += frameBytes + length
    // The padding may be missing after the last chunk.
    if (at < bytes.length) at += length % 2
  }
  return hasFrame && at === bytes.length
}
