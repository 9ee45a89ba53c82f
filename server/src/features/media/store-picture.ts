import { createHash } from 'node:crypto'
import type { Context } from '../../platform/context.js'
import type { DecodedPicture } from '../../platform/media/picture.js'
import { insertFile, listPictures, type Picture, touchPictures, upsertPicture } from './store.js'

export type StoreContext = Pick<Context, 'db' | 'media' | 'mutex' | 'now'>

/** The sizes that are stored as files. The smallest one is stored with the picture. */
export const fileSizes = [320, 960] as const

/**
 * Stores a picture without its metadata, in all sizes. The same file is decoded and stored once,
 * and is public if any of its uploads was public. A problem is the end of a sentence that starts
 * with the picture's name.
 */
export async function storePicture(
  ctx: StoreContext,
  content: Uint8Array,
  { isPublic = true }: { isPublic?: boolean } = {},
): Promise<{ picture: Picture } | { problem: string }> {
  const hash = createHash('sha256').update(content).digest('hex')
  const [existing] = await listPictures(ctx.db, [hash])
  const now = ctx.now()
  const use = { hashes: [hash], now, publish: isPublic }
  if (existing && (await touchPictures(ctx.db, use)).length > 0) {
    return { picture: { ...existing, usedAt: now } }
  }

  const decoded = await ctx.media.decoder.decode(content)
  if ('problem' in decoded) return decoded
  const { width, height, files } = decoded.picture
  const bytes = Object.values(files).reduce((sum, { length }) => sum + length, 0)
  const picture = { hash, width, height, bytes, createdAt: now, usedAt: now }
  await insertPicture(ctx, { ...picture, isPublic }, files)
  return { picture }
}

/**
 * Writes the row first: it waits for a collector that deletes the same picture, and its files, in
 * another transaction. The row becomes visible when all files exist.
 */
async function insertPicture(
  ctx: StoreContext,
  picture: Picture & { isPublic: boolean },
  files: DecodedPicture['files'],
): Promise<void> {
  const { hash } = picture
  const insert = () =>
    ctx.db.transaction(async (tx) => {
      await upsertPicture(tx, { ...picture, thumb: files[48] })
      for (const size of fileSizes) {
        if (ctx.media.files) await ctx.media.files.put({ hash, size }, files[size])
        else await insertFile(tx, { hash, size, content: files[size] })
      }
    })
  // Files outside the database take longer, so only one of them occupies a connection at a time.
  await (ctx.media.files ? ctx.mutex.runExclusive('media-files', insert) : insert())
}
