import type { Context } from '../../platform/context.js'
import type { MediaFile } from '../../platform/media/media-files.js'
import type { MemorySlot } from '../../platform/memory.js'
import { findFile, isPublicPicture, listThumbs } from './store.js'

type FileContext = Pick<Context, 'db' | 'media' | 'memory'>

const sizeOf = ({ length }: Buffer) => 256 + length
const publicSlot: MemorySlot<Buffer> = { name: 'media-file', sizeOf }
const anySlot: MemorySlot<Buffer> = { name: 'profile-picture', sizeOf }

/**
 * Returns a public picture in one of its sizes, or null when there is none. Files never change, so
 * this process remembers them, and serves those it knows during an outage.
 */
export function findPictureFile(ctx: FileContext, file: MediaFile): Promise<Buffer | null> {
  return remember(ctx, publicSlot, file, async () =>
    (await isPublicPicture(ctx.db, file.hash)) ? readFile(ctx, file) : null,
  )
}

/** Returns a picture in one of its sizes, or null. The caller decides who may see it. */
export function findAnyPictureFile(ctx: FileContext, file: MediaFile): Promise<Buffer | null> {
  return remember(ctx, anySlot, file, () => readFile(ctx, file))
}

async function remember(
  { memory }: FileContext,
  slot: MemorySlot<Buffer>,
  { hash, size }: MediaFile,
  read: () => Promise<Buffer | null>,
): Promise<Buffer | null> {
  const key = `${hash}/${size}`
  const cached = memory.find(slot, key)
  if (cached) return cached
  const content = await read()
  if (content) memory.set(slot, key, content)
  return content
}

async function readFile(
  ctx: Pick<Context, 'db' | 'media'>,
  file: MediaFile,
): Promise<Buffer | null> {
  if (file.size === 48) {
    const [picture] = await listThumbs(ctx.db, [file.hash])
    return picture?.thumb ?? null
  }
  // Pictures that were stored before the storage was configured are still in the database.
  return (await ctx.media.files?.find(file)) ?? findFile(ctx.db, file)
}
