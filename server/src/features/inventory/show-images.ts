import { invalidInput } from '../../lib/errors.js'
import { hashOfReference, mediaUrl } from '../../lib/media-reference.js'
import type { Context } from '../../platform/context.js'
import { StoreUnavailable } from '../../platform/db/store-unavailable.js'
import { toDataUri } from '../../platform/media/picture.js'
import { findPictureFile } from '../media/find-picture-file.js'
import type { Item } from './item.js'

type PictureContext = Pick<Context, 'db' | 'media' | 'memory' | 'config'>

/** The size of a picture in a data URI, in pixels. */
const embeddedSize = 320
/** The maximum of data URIs on a page. Items beyond it have addresses. */
const maxEmbeddedBytes = 524_288

/** Returns an item with the addresses of its pictures. */
export function withImageUrls<Shown extends Pick<Item, 'images'>>(
  { baseUrl }: { baseUrl: string },
  item: Shown,
): Shown {
  const images = item.images.map((image) => {
    const hash = hashOfReference(image)
    return hash === null ? image : mediaUrl(baseUrl, hash)
  })
  return { ...item, images }
}

/**
 * Returns items with the addresses of their pictures, or with data URIs while the page has room
 * for them.
 *
 * @throws {AppError} `invalid_input` when `format` is neither `data` nor `url`.
 */
export async function showImages<Shown extends Pick<Item, 'images'>>(
  ctx: PictureContext,
  items: readonly Shown[],
  format: string | undefined,
): Promise<Shown[]> {
  const asUrls = (item: Shown) => withImageUrls(ctx.config, item)
  if (!format || format === 'url') return items.map(asUrls)
  if (format !== 'data') throw invalidInput('images must be data or url.')
  return (await embedImages(ctx, items)).map(asUrls)
}

async function embedImages<Shown extends Pick<Item, 'images'>>(
  ctx: PictureContext,
  items: readonly Shown[],
): Promise<Shown[]> {
  let remainingBytes = maxEmbeddedBytes
  const shown: Shown[] = []
  for (const item of items) {
    const images: string[] = []
    for (const image of item.images) {
      const content = remainingBytes > 0 ? await findContent(ctx, image) : null
      remainingBytes -= content?.length ?? 0
      images.push(content ? toDataUri(content) : image)
    }
    shown.push({ ...item, images })
  }
  return shown
}

/** Returns null for a picture elsewhere, and in an outage for one that this process never read. */
async function findContent(ctx: PictureContext, image: string): Promise<Buffer | null> {
  const hash = hashOfReference(image)
  if (hash === null) return null
  try {
    return await findPictureFile(ctx, { hash, size: embeddedSize })
  } catch (error) {
    if (error instanceof StoreUnavailable) return null
    throw error
  }
}
