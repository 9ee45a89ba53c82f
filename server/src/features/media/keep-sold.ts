import { hashOfReference, isReference, referTo } from '../../lib/media-reference.js'
import type { Context, TxContext } from '../../platform/context.js'
import type { MemorySlot } from '../../platform/memory.js'
import { markSold } from './store.js'

const slot: MemorySlot<object> = { name: 'sold-picture', sizeOf: () => 128 }

/**
 * Keeps the thumbnails of pictures for as long as the order lines that show them. Writes once per
 * picture and process, so most orders write nothing. Not for transactions: one that is rolled back
 * would be remembered as well.
 */
export async function keepSold(
  ctx: Pick<Context, 'db' | 'memory'>,
  pictures: readonly (string | null)[],
): Promise<void> {
  const unmarked = pictures.filter(
    (picture) => picture !== null && isReference(picture) && !ctx.memory.find(slot, picture),
  )
  if (unmarked.length === 0) return
  const hashes = listHashes(unmarked)
  await markSold(ctx.db, hashes)
  for (const hash of hashes) ctx.memory.set(slot, referTo(hash), {})
}

/** Keeps thumbnails like `keepSold`, in a transaction. */
export async function keepSoldInside(
  { db }: Pick<TxContext, 'db'>,
  pictures: readonly (string | null)[],
): Promise<void> {
  const hashes = listHashes(pictures)
  if (hashes.length > 0) await markSold(db, hashes)
}

/** Returns the hashes of the references, each once, sorted so that transactions do not deadlock. */
function listHashes(pictures: readonly (string | null)[]): string[] {
  const hashes = pictures.flatMap((picture) => hashOfReference(picture ?? '') ?? [])
  return [...new Set(hashes)].sort()
}
