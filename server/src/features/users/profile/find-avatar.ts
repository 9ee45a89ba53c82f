import type { Context } from '../../../platform/context.js'
import { findAnyPictureFile } from '../../media/find-picture-file.js'

export type Avatar = { type: string; content: Buffer }

/** Returns the picture of a profile by its hash, at 320 pixels, or null. */
export async function findAvatar(
  ctx: Pick<Context, 'db' | 'media' | 'memory'>,
  hash: string | null,
): Promise<Avatar | null> {
  if (hash === null) return null
  const content = await findAnyPictureFile(ctx, { hash, size: 320 })
  return content ? { type: 'image/webp', content } : null
}
