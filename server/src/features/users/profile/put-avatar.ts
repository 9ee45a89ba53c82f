import { AppError } from '../../../lib/errors.js'
import type { Address } from '../../../lib/hex.js'
import { readImageData } from '../../../lib/image-data.js'
import { hashOfReference } from '../../../lib/media-reference.js'
import type { Context } from '../../../platform/context.js'
import { releasePicture, storeDataUri } from '../../media/store-images.js'
import { noProfile } from '../user.js'
import { deleteAvatar, findAvatarHash, replaceAvatar } from './avatar-store.js'

const avatarBytes = 32_768

/**
 * Replaces the picture of a profile with the one in a data URI. The content must match its type.
 *
 * @throws {AppError} `invalid_input`, `not_found` without a profile.
 */
export async function putAvatar(
  ctx: Context,
  { wallet, image }: { wallet: Address; image: string },
): Promise<void> {
  const read = readImageData(image, { maxBytes: avatarBytes })
  if ('problem' in read) throw new AppError('invalid_input', `image ${read.problem}.`)
  const given = { field: 'image', isPublic: false }
  const hash = hashOfReference(await storeDataUri(ctx, read.value.text, given)) ?? ''
  const isStored = await ctx.db.transaction(async (tx) => {
    const before = await findAvatarHash(tx, wallet)
    if (before !== hash) await releasePicture({ db: tx }, before)
    return replaceAvatar(tx, { wallet, hash })
  })
  if (!isStored) throw noProfile()
}

/** Removes the picture of a profile. */
export function removeAvatar(ctx: Context, wallet: Address): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    await releasePicture({ db: tx }, await findAvatarHash(tx, wallet))
    await deleteAvatar(tx, wallet)
  })
}
