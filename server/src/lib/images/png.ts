import { hasText, isGoodSize, readBigEndian } from './bytes.js'

const signature = '\x89PNG\r\n\x1a\n'
/** Length, name and checksum of a chunk. */
const frameBytes = 12

/**
 * Returns whether this is a PNG from its signature to its IEND chunk, with nothing after it. The
 * chunks are not decompressed, because a damaged picture is harmless.
 */
export function isPng(bytes: Uint8Array): boolean {
  if (!hasText(bytes, 0, signature) || !hasHeader(bytes, signature.length)) return false

  let hasData = false
  for (let at = signature.length; at < bytes.length; ) {
    const end = at + frameBytes + readBigEndian(bytes, at, 4)
    if (hasText(bytes, at + 4, 'IEND')) {
      return hasData && end === at + frameBytes && end === bytes.length
    }
    hasData ||= hasText(bytes, at + 4, 'IDAT')
    at = end
  }
  return false
}

function hasHeader(bytes: Uint8Array, at: number): boolean {
  const isHeader = readBigEndian(bytes, at, 4) === 13 && hasText(bytes, at + 4, 'IHDR')
  return isHeader && isGoodSize(readBigEndian(bytes, at + 8, 4), readBigEndian(bytes, at + 12, 4))
}
