import type { Context } from '../../platform/context.js'
import type { MediaFile } from '../../platform/media/media-files.js'
import type { MemorySlot } from '../../platform/memory.js'
import { findFile } from './file-store.js'
import { isPublicPicture, listThumbs } from './store.js'

type FileContext = Pick<Context, 'db' | 'media' | 'memory'>

const sizeOf = ({ length }: Buffer) => 256 + length
const publicSlot: MemorySlot<Buffer> = { name: 'media-file', sizeOf }
const anySlot: MemorySlot<Buffer> = { name: 'profile-picture', sizeOf }

/**
 * Returns a public picture in one of its sizes, or null when there is none. Files never change, so this process remembers them,
 * and serves those it knows during an outage.
 */
export async function findPictureFile(ctx: FileContext, file: MediaFile): Promise<Buffer | null> {
  const key = keyOf(file)
  const known = ctx.memory.find(publicSlot, key)
  if (known) return known
  const found = (await isPublicPicture(ctx.db, file.hash)) ? await readFile(ctx, file) : null
  if (found) ctx.memory.set(publicSlot, key, found)
  return found
}

/** Returns a picture in one of its sizes, or null. The caller decides who may see it. */
export async function findAnyPictureFile(
  ctx: FileContext,
  file: MediaFile,
): Promise<Buffer | null> {
  const key = keyOf(file)
  const known = ctx.memory.find(anySlot, key)
  if (known) return known
  const found = await readFile(ctx, file)
  if (found) ctx.memory.set(anySlot, key, found)
  return found
}

function keyOf({ hash, size }: MediaFile): string {
  return `${hash}/${size}`
}

async function readFile(
  ctx: Pick<Context, 'db' | 'media'>,
  file: MediaFile,
): Promise<Buffer | null> {
  if (file.size === 48) {
    const [found] = await listThumbs(ctx.db, [file.hash])
    return found?.thumb ?? null
  }
  // Pictures that were stored before the storage was configured are still in the database.
  return (await ctx.media.files?.find(file)) ?? findFile(ctx.db, file)
}
