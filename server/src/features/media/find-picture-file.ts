import type { Context } from '../../platform/context.js'
import type { MediaFile } from '../../platform/media/media-files.js'
import type { MemorySlot } from '../../platform/memory.js'
import { findFile } from './file-store.js'
import { listThumbs } from './store.js'

const slot: MemorySlot<Buffer> = { name: 'media-file', sizeOf: ({ length }) => 256 + length }

/**
 * Returns a picture in one of its sizes, or null when there is none. Files never change, so this process remembers them, and
 * serves those it knows during an outage.
 */
export async function findPictureFile(
  ctx: Pick<Context, 'db' | 'media' | 'memory'>,
  file: MediaFile,
): Promise<Buffer | null> {
  const key = `${file.hash}/${file.size}`
  const known = ctx.memory.find(slot, key)
  if (known) return known
  const found = await readFile(ctx, file)
  if (found) ctx.memory.keep(slot, key, found)
  return found
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
