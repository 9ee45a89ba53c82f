import { AppError } from '../../lib/errors.js'
import { hashOfReference, referTo } from '../../lib/media-reference.js'
import type { TxContext } from '../../platform/context.js'
import { touchPictures } from './store.js'
import { type StoreContext, storePicture } from './store-picture.js'

/**
 * Stores the data URIs in a list of images, and returns the list with references in their place. References must exist. Other
 * URLs stay.
 *
 * @throws {AppError} `invalid_input`.
 */
export async function storeImages(ctx: StoreContext, images: readonly string[]): Promise<string[]> {
  const stored: string[] = []
  for (const [index, image] of images.entries()) {
    const given = { field: `images[${index}]`, isPublic: true }
    stored.push(isDataUri(image) ? await storeDataUri(ctx, image, given) : image)
  }
  await requirePictures(ctx, stored)
  return [...new Set(stored)]
}

/**
 * Requires that every reference in a list is to a public picture that exists, and records that they are used.
 *
 * @throws {AppError} `invalid_input`.
 */
export async function requirePictures(
  ctx: Pick<TxContext, 'db' | 'now'>,
  images: readonly string[],
): Promise<void> {
  const [missing] = await listMissing(ctx, images)
  if (missing === undefined) return
  throw new AppError(
    'invalid_input',
    `There is no picture ${missing}. Upload it with POST /api/media first.`,
  )
}

/** Records that pictures are used, and returns the hashes of references to pictures that do not exist or are not public. */
export async function listMissing(
  ctx: Pick<TxContext, 'db' | 'now'>,
  images: readonly string[],
): Promise<string[]> {
  const hashes = [...new Set(images.flatMap((image) => hashOfReference(image) ?? []))].sort()
  if (hashes.length === 0) return []
  const found = new Set(await touchPictures(ctx.db, { hashes, now: ctx.now(), onlyPublic: true }))
  return hashes.filter((hash) => !found.has(hash))
}

/**
 * Stores the picture in a data URI and returns a reference to it. `field` names it in errors.
 *
 * @throws {AppError} `invalid_input`.
 */
export async function storeDataUri(
  ctx: StoreContext,
  dataUri: string,
  { field, isPublic }: { field: string; isPublic: boolean },
): Promise<string> {
  const stored = await storePicture(ctx, contentOf(dataUri), { isPublic })
  if ('problem' in stored) throw new AppError('invalid_input', `${field} ${stored.problem}.`)
  return referTo(stored.picture.hash)
}

/** Returns the bytes in a data URI. */
function contentOf(dataUri: string): Buffer {
  return Buffer.from(dataUri.slice(dataUri.indexOf(',') + 1), 'base64')
}

function isDataUri(image: string): boolean {
  return image.startsWith('data:')
}
