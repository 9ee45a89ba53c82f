import sharp, { type Metadata, type Sharp } from 'sharp'
import { findPictureKind, type PictureKind } from '../../lib/images/picture-kind.js'
import { type DecodeResult, notAPicture, pictureLimits } from './picture.js'

/** The loaders of the accepted formats. All others stay blocked, whatever a file looks like. */
const loaders = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif']

/** Attempts at a thumbnail, from the best to the smallest. */
const thumbAttempts = [
  { side: 48, quality: 70 },
  { side: 48, quality: 45 },
  { side: 48, quality: 20 },
  { side: 40, quality: 10 },
  { side: 32, quality: 5 },
  { side: 16, quality: 1 },
]

const damaged = `${notAPicture} that is complete and not damaged`

/** Restricts the library to the accepted formats, one thread and no cache. */
export function restrictLibrary(): void {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: loaders.map((name) => `VipsForeignLoad${name}`) })
  sharp.concurrency(1)
  sharp.cache(false)
}

/** Decodes a picture and writes it in all sizes, without metadata, only the first frame. */
export async function decodePicture(content: Uint8Array): Promise<DecodeResult> {
  const kind = findPictureKind(content)
  if (kind === null) return { problem: notAPicture }
  try {
    const source = sharp(content, {
      limitInputPixels: pictureLimits.pixels,
      failOn: 'error',
      animated: false,
    })
    const facts = await source.metadata()
    const problem = findProblem(kind, facts)
    return problem === null ? await writeSizes(source, facts) : { problem }
  } catch (error) {
    const isTooLarge = error instanceof Error && error.message.includes('pixel limit')
    return { problem: isTooLarge ? tooManyPixels(pictureLimits.pixels) : damaged }
  }
}

function findProblem(kind: PictureKind, { width, height, pages = 1, format }: Metadata) {
  if (format !== (kind === 'avif' ? 'heif' : kind)) return notAPicture
  const pixels = kind === 'avif' ? pictureLimits.avifPixels : pictureLimits.pixels
  if (width * height > pixels) return tooManyPixels(pixels)
  return pages > pictureLimits.frames ? `must have at most ${pictureLimits.frames} frames` : null
}

function tooManyPixels(max: number): string {
  return `must have at most ${max / 1_000_000} million pixels`
}

async function writeSizes(source: Sharp, facts: Metadata): Promise<DecodeResult> {
  // Decoded once: the smaller sizes are made from the largest.
  const { data, info } = await source
    .autoOrient()
    .resize({ width: 960, height: 960, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const shrink = (side: number) =>
    sharp(data, { raw: { width, height, channels } }).resize({
      width: side,
      height: side,
      fit: 'inside',
      withoutEnlargement: true,
    })
  const files = {
    48: await writeThumb(shrink),
    320: await shrink(320).webp({ quality: 78 }).toBuffer(),
    960: await shrink(960).webp({ quality: 80 }).toBuffer(),
  }
  const { autoOrient } = facts
  return { picture: { width: autoOrient.width, height: autoOrient.height, files } }
}

async function writeThumb(shrink: (side: number) => Sharp): Promise<Buffer> {
  for (const { side, quality } of thumbAttempts) {
    const thumb = await shrink(side).webp({ quality, alphaQuality: quality }).toBuffer()
    if (thumb.length <= pictureLimits.thumbBytes) return thumb
  }
  throw new Error('a thumbnail of 16 pixels has more than a kilobyte')
}
