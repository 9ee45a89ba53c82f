/** Reads a big-endian number of `length` bytes. Returns NaN past the end. */
export function readBigEndian(bytes: Uint8Array, at: number, length: number): number {
  let value = 0
  for (let index = 0; index < length; index += 1) {
    value = value * 256 + (bytes[at + index] ?? Number.NaN)
  }
  return value
}

/** Reads a little-endian number of `length` bytes. Returns NaN past the end. */
export function readLittleEndian(bytes: Uint8Array, at: number, length: number): number {
  let value = 0
  for (let index = length - 1; index >= 0; index -= 1) {
    value = value * 256 + (bytes[at + index] ?? Number.NaN)
  }
  return value
}

/** Returns whether the bytes at an offset are these one-byte characters. */
export function hasText(bytes: Uint8Array, at: number, text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (bytes[at + index] !== text.charCodeAt(index)) return false
  }
  return true
}

/** In pixels. A few bytes can decompress into gigabytes, so the declared size is limited. */
export const maxSide = 8_192

export function isGoodSize(width: number, height: number): boolean {
  return isGoodSide(width) && isGoodSide(height)
}

function isGoodSide(side: number): boolean {
  return side >= 1 && side <= maxSide
}

/** Returns the decoded size of a base64 text, by its length and padding. */
export function countBase64Bytes(text: string): number {
  return Buffer.byteLength(text, 'base64')
}

/**
 * Decodes a base64 text, padded and without white space. Returns `null` unless it is the canonical
 * encoding, so that equal bytes always have equal texts.
 */
export function decodeBase64(text: string): Uint8Array | null {
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? new Uint8Array(bytes) : null
}
