import { invalidInput } from '../../lib/errors.js'
import { hashOfReference, referTo } from '../../lib/media-reference.js'
import type { TxContext } from '../../platform/context.js'
import { markReleased, touchPictures } from './store.js'
import { type StoreContext, storePicture } from './store-picture.js'

/**
 * Stores the data URIs in a list of images, and returns the list with references in their place.
 * References must exist. Other URLs stay.
 *
 * @throws {AppError} `invalid_input`.
 */
export async function storeImages(ctx: StoreContext, images: readonly string[]): Promise<string[]> {
  const stored: string[] = []
  for (const [index, image] of images.entries()) {
    const isDataUri = image.startsWith('data:')
    const options = { field: `images[${index}]`, isPublic: true }
    stored.push(isDataUri ? await storeDataUri(ctx, image, options) : image)
  }
  await requirePictures(ctx, stored)
  return [...new Set(stored)]
}

/**
 * Requires that every reference in a list is to a public picture that exists, and records that they
 * are used.
 *
 * @throws {AppError} `invalid_input`.
 */
export async function requirePictures(
  ctx: Pick<TxContext, 'db' | 'now'>,
  images: readonly string[],
): Promise<void> {
  const [missing] = await listMissing(ctx, images)
  if (missing === undefined) return
  throw invalidInput(`There is no picture ${missing}. Upload it with POST /api/media first.`)
}

/** Records that pictures are used, and returns the hashes of those that are not public. */
export async function listMissing(
  ctx: Pick<TxContext, 'db' | 'now'>,
  images: readonly string[],
): Promise<string[]> {
  const hashes = [...new Set(images.flatMap((image) => hashOfReference(image) ?? []))].sort()
  if (hashes.length === 0) return []
  const touched = await touchPictures(ctx.db, { hashes, now: ctx.now(), onlyPublic: true })
  return hashes.filter((hash) => !touched.includes(hash))
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
  const content = Buffer.from(dataUri.slice(dataUri.indexOf(',') + 1), 'base64')
  const stored = await storePicture(ctx, content, { isPublic })
  if ('problem' in stored) throw invalidInput(`${field} ${stored.problem}.`)
  return referTo(stored.picture.hash)
}

/** Deletes a picture of a person within the hour, unless something else refers to it. */
export async function releasePicture(
  { db }: Pick<TxContext, 'db'>,
  hash: string | null,
): Promise<void> {
  if (hash !== null) await markReleased(db, [hash])
}
