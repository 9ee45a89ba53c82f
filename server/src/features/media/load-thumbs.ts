import { hashOfReference, referTo } from '../../lib/media-reference.js'
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
 * Returns a function that returns the thumbnails of these pictures. Reads those that this process
 * does not remember in one statement. Avoids a promise when it remembers all of them. During an
 * outage the others have none.
 */
export function loadThumbs(
  ctx: ThumbContext,
  pictures: readonly (string | null)[],
): ThumbOf | Promise<ThumbOf> {
  const thumbs = new Map<string, string>()
  const missing: string[] = []
  for (const picture of new Set(pictures)) {
    if (picture === null) continue
    const thumb = ctx.memory.find(slot, picture)?.dataUri
    if (thumb === undefined) missing.push(picture)
    else thumbs.set(picture, thumb)
  }
  return missing.length === 0 ? recall(thumbs) : readThumbs(ctx, { thumbs, missing })
}

async function readThumbs(
  ctx: ThumbContext,
  { thumbs, missing }: { thumbs: Map<string, string>; missing: readonly string[] },
): Promise<ThumbOf> {
  const hashes = missing.flatMap((picture) => hashOfReference(picture) ?? [])
  try {
    for (const { hash, thumb } of await listThumbs(ctx.db, hashes)) {
      const dataUri = toDataUri(thumb)
      thumbs.set(referTo(hash), dataUri)
      ctx.memory.set(slot, referTo(hash), { dataUri })
    }
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
  }
  return recall(thumbs)
}

function recall(thumbs: ReadonlyMap<string, string>): ThumbOf {
  return (picture) => (picture === null ? null : (thumbs.get(picture) ?? null))
}
