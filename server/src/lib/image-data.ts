import { countBase64Bytes, decodeBase64 } from './images/base64.js'
import { isGif } from './images/gif.js'
import { isJpeg } from './images/jpeg.js'
import { isPng } from './images/png.js'
import { maxSide } from './images/size.js'
import { isWebp } from './images/webp.js'

type ImageType = 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif'

/** An image as a data URI, whose content is what its type says. `bytes` is the size of the content. */
type EmbeddedImage = { text: string; type: ImageType; bytes: number }

/** What an image may be declared as, and what that is properly called. */
const types: ReadonlyMap<string, ImageType> = new Map([
  ['image/png', 'image/png'],
  ['image/jpeg', 'image/jpeg'],
  ['image/jpg', 'image/jpeg'],
  ['image/webp', 'image/webp'],
  ['image/gif', 'image/gif'],
])

const kinds = 'must be a PNG, JPEG, WebP or GIF image'

/**
 * Reads an image that a caller wrote into a data URI, and looks into it: pages show it as what it says it is,
 * so it has to be that. SVG is not taken, because it can run scripts. A problem is the end of a sentence that
 * begins with the field's name.
 */
export function readImageData(
  text: string,
  { maxBytes }: { maxBytes: number },
): { value: EmbeddedImage } | { problem: string } {
  // Every head that is good fits into this; the text behind it may be megabytes of anything.
  const [head, written = ''] = /^data:([^;,]+);base64,/.exec(text.slice(0, 64)) ?? []
  if (head === undefined) return { problem: `${kinds}, written as data:image/png;base64,...` }
  const declared = types.get(written.toLowerCase())
  if (declared === undefined) return { problem: kinds }

  // Before it is decoded, because that takes memory.
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
  if (type !== declared)
    return { problem: `must be declared as ${type}, which is what it contains` }
  return { value: { text: `data:${type};base64,${data}`, type, bytes } }
}

function findType(content: Uint8Array): ImageType | null {
  if (isPng(content)) return 'image/png'
  if (isJpeg(content)) return 'image/jpeg'
  if (isWebp(content)) return 'image/webp'
  return isGif(content) ? 'image/gif' : null
}
