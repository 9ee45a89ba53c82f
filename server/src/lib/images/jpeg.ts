import { hasText, isGoodSize, readBigEndian } from './bytes.js'

const endOfImage = 0xd9
const startOfScan = 0xda

/** Returns whether this is a JPEG: a frame of valid size before a scan, and an end marker. */
export function isJpeg(bytes: Uint8Array): boolean {
  return hasText(bytes, 0, '\xff\xd8\xff') && hasEnd(bytes) && hasFrameAndScan(bytes)
}

/** Ignores zeros after the end marker, which some cameras add. */
function hasEnd(bytes: Uint8Array): boolean {
  const last = bytes.findLastIndex((byte) => byte !== 0)
  return bytes[last - 1] === 0xff && bytes[last] === endOfImage
}

function hasFrameAndScan(bytes: Uint8Array): boolean {
  let hasFrame = false
  for (let at = 2; at < bytes.length; ) {
    const marker = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff || isBare(marker)) return false
    if (marker === startOfScan) return hasFrame

    // Any number of fill bytes may precede a marker.
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (isFrame(marker)) {
      if (!isGoodSize(readBigEndian(bytes, at + 7, 2), readBigEndian(bytes, at + 5, 2)))
        return false
      hasFrame = true
    }
    at += 2 + readBigEndian(bytes, at + 2, 2)
  }
  return false
}

/** Markers without a length, which are invalid before the scan. */
function isBare(marker: number): boolean {
  return marker <= 0x01 || (marker >= 0xd0 && marker <= endOfImage)
}

/** Baseline, extended or progressive. Browsers do not show the other ten kinds. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xc2
}
