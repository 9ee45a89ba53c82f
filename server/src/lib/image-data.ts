import { countBase64Bytes, decodeBase64, maxSide } from './images/bytes.js'
import { isGif } from './images/gif.js'
import { isJpeg } from './images/jpeg.js'
import { findPictureKind } from './images/picture-kind.js'
import { isPng } from './images/png.js'
import { isWebp } from './images/webp.js'

type ImageType = 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif' | 'image/avif'

/** An image as a data URI whose content matches its type. `bytes` is the size of the content. */
type EmbeddedImage = { text: string; type: ImageType; bytes: number }

/** Accepted media types and their canonical names. */
const types: ReadonlyMap<string, ImageType> = new Map([
  ['image/png', 'image/png'],
  ['image/jpeg', 'image/jpeg'],
  ['image/jpg', 'image/jpeg'],
  ['image/webp', 'image/webp'],
  ['image/gif', 'image/gif'],
  ['image/avif', 'image/avif'],
])

const kinds = 'must be a PNG, JPEG, WebP, GIF or AVIF image'

/**
 * Validates an image in a data URI, including its content, because pages show it as its declared
 * type. Rejects SVG, which can run scripts. A problem is the end of a sentence that starts with the
 * field's name.
 */
export function readImageData(
  text: string,
  { maxBytes }: { maxBytes: number },
): { value: EmbeddedImage } | { problem: string } {
  // Every valid prefix fits into 64 characters; the rest may be megabytes.
  const [head, written = ''] = /^data:([^;,]+);base64,/.exec(text.slice(0, 64)) ?? []
  if (head === undefined) return { problem: `${kinds}, written as data:image/png;base64,...` }
  const declared = types.get(written.toLowerCase())
  if (declared === undefined) return { problem: kinds }

  // Check the size before decoding, which takes memory.
  const data = text.slice(head.length)
  const bytes = countBase64Bytes(data)
  if (bytes > maxBytes) return { problem: `must be an image of at most ${maxBytes} bytes` }
  const content = decodeBase64(data)
  if (content === null) {
    return { problem: 'must be padded base64 after the comma, without spaces or line breaks' }
  }

  const type = findType(content)
  if (type === null) {
    return { problem: `${kinds} that is complete and at most ${maxSide} pixels wide and high` }
  }
  if (type !== declared) return { problem: `must be declared as ${type}, the type of its content` }
  return { value: { text: `data:${type};base64,${data}`, type, bytes } }
}

function findType(content: Uint8Array): ImageType | null {
  if (isPng(content)) return 'image/png'
  if (isJpeg(content)) return 'image/jpeg'
  if (isWebp(content)) return 'image/webp'
  if (isGif(content)) return 'image/gif'
  return findPictureKind(content) === 'avif' ? 'image/avif' : null
}
