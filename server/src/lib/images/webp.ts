import { hasText, readLittleEndian } from './bytes.js'
import { isGoodSize } from './size.js'

const headerBytes = 12
/** Name and length. */
const frameBytes = 8
const sideLimit = 2 ** 14

/** Whether this is a WebP image: of the length it says, with a size, and chunks that hold a picture. */
export function isWebp(bytes: Uint8Array): boolean {
  if (!hasText(bytes, 0, 'RIFF') || !hasText(bytes, 8, 'WEBP')) return false
  // Chunks of odd length are followed by a byte of padding, which not every writer counts.
  const said = frameBytes + readLittleEndian(bytes, 4, 4)
  if (bytes.length !== said && bytes.length !== said + (said % 2)) return false

  return hasGoodSize(bytes, headerBytes) && hasPicture(bytes)
}

/** The first chunk tells the size, in a way that depends on the kind of image. */
function hasGoodSize(bytes: Uint8Array, at: number): boolean {
  const data = at + frameBytes
  if (hasText(bytes, at, 'VP8X')) {
    const width = readLittleEndian(bytes, data + 4, 3) + 1
    return isGoodSize(width, readLittleEndian(bytes, data + 7, 3) + 1)
  }
  // The sides have 14 bits each, taken apart by division because bit operations make 0 of NaN.
  if (hasText(bytes, at, 'VP8L')) {
    const sides = readLittleEndian(bytes, data + 1, 4)
    const height = (Math.floor(sides / sideLimit) % sideLimit) + 1
    return bytes[data] === 0x2f && isGoodSize((sides % sideLimit) + 1, height)
  }
  if (!hasText(bytes, at, 'VP8 ') || !hasText(bytes, data + 3, '\x9d\x01\x2a')) return false
  // The upper two bits of each are about scaling.
  const width = readLittleEndian(bytes, data + 6, 2) % sideLimit
  return isGoodSize(width, readLittleEndian(bytes, data + 8, 2) % sideLimit)
}

/** In an image of kind VP8X the picture comes later, or there are several that move. */
function hasPicture(bytes: Uint8Array): boolean {
  let found = false
  let at = headerBytes
  while (at < bytes.length) {
    found ||= ['VP8 ', 'VP8L', 'ANMF'].some((name) => hasText(bytes, at, name))
    const length = readLittleEndian(bytes, at + 4, 4)
    at += frameBytes + length
    // After the last chunk the padding may be missing.
    if (at < bytes.length) at += length % 2
  }
  return found && at === bytes.length
}
