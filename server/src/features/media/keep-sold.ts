import { hashOfReference } from '../../lib/media-reference.js'
import type { TxContext } from '../../platform/context.js'
import type { MemorySlot } from '../../platform/memory.js'
import { markSold } from './store.js'

const slot: MemorySlot<object> = { name: 'sold-picture', sizeOf: () => 128 }

/**
 * Keeps the thumbnails of pictures for as long as the order lines that show them. Writes once per picture and process, so most
 * orders write nothing.
 */
export async function keepSold(
  ctx: Pick<TxContext, 'db' | 'memory'>,
  pictures: readonly (string | null)[],
): Promise<void> {
  const hashes = pictures.flatMap((picture) => (picture && hashOfReference(picture)) ?? [])
  const unmarked = hashes.filter((hash) => hash !== '' && !ctx.memory.find(slot, hash))
  if (unmarked.length === 0) return
  await markSold(ctx.db, [...new Set(unmarked)].sort())
  for (const hash of unmarked) ctx.memory.keep(slot, hash, {})
}
