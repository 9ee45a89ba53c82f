import { hasText, isGoodSize, readLittleEndian } from './bytes.js'

const extension = 0x21
const picture = 0x2c
const trailer = 0x3b
const screenBytes = 13
/** Includes the LZW code size, the byte after the color table. */
const pictureBytes = 11

/** Returns whether this is a GIF: a screen, a picture of valid size, and the trailer. */
export function isGif(bytes: Uint8Array): boolean {
  if (!hasText(bytes, 0, 'GIF87a') && !hasText(bytes, 0, 'GIF89a')) return false
  if (!hasGoodSize(bytes, 6)) return false

  let hasPicture = false
  let at = screenBytes + colorsBytes(bytes[10])
  while (bytes[at] === extension || bytes[at] === picture) {
    if (bytes[at] === extension) {
      at = skipBlocks(bytes, at + 2)
      continue
    }
    // Browsers enlarge the screen for a larger picture, so its own size must be valid too.
    if (!hasGoodSize(bytes, at + 5)) return false
    hasPicture = true
    at = skipBlocks(bytes, at + pictureBytes + colorsBytes(bytes[at + 9]))
  }
  return hasPicture && bytes[at] === trailer && at === bytes.length - 1
}

function hasGoodSize(bytes: Uint8Array, at: number): boolean {
  return isGoodSize(readLittleEndian(bytes, at, 2), readLittleEndian(bytes, at + 2, 2))
}

/** Returns the size of the color table that the flags describe. */
function colorsBytes(flags = 0): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 0x07) + 1) : 0
}

/** Each block starts with its length; a length of 0 ends the sequence. */
function skipBlocks(bytes: Uint8Array, start: number): number {
  let at = start
  for (let length = bytes[at]; length; length = bytes[at]) at += 1 + length
  return at + 1
}
