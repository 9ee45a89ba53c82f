import { createHash } from 'node:crypto'
import { AppError } from '../../../lib/errors.js'
import type { Address } from '../../../lib/hex.js'
import { readImageData } from '../../../lib/image-data.js'
import type { Context } from '../../../platform/context.js'
import { deleteAvatar, replaceAvatar } from './avatar-store.js'
import { noProfile } from './get-profile.js'

/** Must match the check of the table. */
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
  const { text, type } = read.value
  const content = Buffer.from(text.slice(text.indexOf(',') + 1), 'base64')
  const hash = createHash('sha256').update(content).digest('hex')
  const avatar = { wallet, hash, type, content }
  const isStored = await ctx.db.transaction((tx) => replaceAvatar(tx, avatar))
  if (!isStored) throw noProfile()
}

/** Removes the picture of a profile. */
export function removeAvatar(ctx: Context, wallet: Address): Promise<void> {
  return ctx.db.transaction((tx) => deleteAvatar(tx, wallet))
}
