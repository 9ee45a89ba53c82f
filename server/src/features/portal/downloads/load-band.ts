import { ownOrigins } from '../../../auth/own-hosts.js'
import { hashInUrl } from '../../../lib/media-reference.js'
import type { Context } from '../../../platform/context.js'
import type { MemorySlot } from '../../../platform/memory.js'
import { findPictureFile } from '../../media/find-picture-file.js'
import type { PortalReceipt } from '../schemas.js'
import { bandHeight, sheetSize } from './pdf/look.js'

const slot: MemorySlot<{ jpeg: string }> = {
  name: 'printed-band',
  sizeOf: ({ jpeg }) => 128 + jpeg.length,
}
/** Pixels per point: sharp enough in print. */
const density = 2

/**
 * Returns the background of a shop's receipts for the top of a printed one, as a JPEG in base64:
 * PDF files cannot hold WebP. Null when the shop has none, or when it is not a picture of our own
 * store.
 */
export async function loadBand(
  ctx: Pick<Context, 'config' | 'db' | 'media' | 'memory'>,
  { theme }: Pick<PortalReceipt, 'theme'>,
): Promise<string | null> {
  const hash = hashInUrl(theme.receiptBackgroundUrl, ownOrigins(ctx.config))
  if (hash === null) return null
  const cached = ctx.memory.find(slot, hash)
  if (cached) return cached.jpeg
  const file = await findPictureFile(ctx, { hash, size: 960 })
  if (file === null) return null
  // Loaded with the first background, because few processes need it.
  const { default: sharp } = await import('sharp')
  const [width, height] = [sheetSize.width, bandHeight].map((points) =>
    Math.round(points * density),
  )
  const band = await sharp(file)
    .resize({ width, height, fit: 'cover' })
    .jpeg({ quality: 80 })
    .toBuffer()
  const jpeg = band.toString('base64')
  ctx.memory.set(slot, hash, { jpeg })
  return jpeg
}
