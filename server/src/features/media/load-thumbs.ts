import { hashOfReference } from '../../lib/media-reference.js'
import type { TxContext } from '../../platform/context.js'
import { StoreUnavailable } from '../../platform/db/store-unavailable.js'
import { toDataUri } from '../../platform/media/picture.js'
import type { MemorySlot } from '../../platform/memory.js'
import { listThumbs } from './store.js'

type ThumbContext = Pick<TxContext, 'db' | 'memory'>

/** Returns the data URI that a line shows for its picture, or null. */
export type ThumbOf = (picture: string | null) => string | null

const slot: MemorySlot<{ dataUri: string }> = {
  name: 'thumb',
  sizeOf: ({ dataUri }) => 128 + dataUri.length,
}

/** Leaves out all thumbnails. */
export const withoutThumbs: ThumbOf = () => null

/**
 * Returns a function that returns the thumbnails of some pictures. Reads those that this process does not remember in one
 * statement. Avoids a promise when it remembers all of them. During an outage the others have none.
 */
export function loadThumbs(
  ctx: ThumbContext,
  pictures: readonly (string | null)[],
): ThumbOf | Promise<ThumbOf> {
  const missing = new Set<string>()
  for (const picture of pictures) {
    const hash = picture && hashOfReference(picture)
    if (hash && !ctx.memory.find(slot, hash)) missing.add(hash)
  }
  return missing.size === 0 ? recall(ctx) : readThumbs(ctx, [...missing])
}

async function readThumbs(ctx: ThumbContext, hashes: readonly string[]): Promise<ThumbOf> {
  const read = new Map<string, string>()
  try {
    for (const { hash, thumb } of await listThumbs(ctx.db, hashes)) {
      const dataUri = toDataUri(thumb)
      read.set(hash, dataUri)
      ctx.memory.keep(slot, hash, { dataUri })
    }
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
  }
  return recall(ctx, read)
}

/** `read` may hold more than the memory keeps. */
function recall({ memory }: ThumbContext, read?: ReadonlyMap<string, string>): ThumbOf {
  return (picture) => {
    if (picture === null) return null
    const hash = hashOfReference(picture)
    // Orders placed before there was a media store have a data URI.
    if (hash === null) return picture
    return read?.get(hash) ?? memory.find(slot, hash)?.dataUri ?? null
  }
}
