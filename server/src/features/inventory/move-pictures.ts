import type { Address } from '../../lib/hex.js'
import { referTo } from '../../lib/media-reference.js'
import { HOUR_MS } from '../../lib/time.js'
import type { Context } from '../../platform/context.js'
import type { Job } from '../../platform/jobs/run-jobs.js'
import { contentOf } from '../media/store-images.js'
import { storePicture } from '../media/store-picture.js'
import { changeCatalogue } from './change-catalogue.js'
import type { Item } from './item.js'
import { type EmbeddedItem, listEmbedded } from './picture-store.js'
import { putItems } from './put-items.js'
import { listItemsById } from './store.js'

/** Small, because the catalog of a merchant is locked while a batch is written. */
const batchSize = 25

/**
 * Moves embedded pictures of items into the media store. An item keeps its pictures until they are stored, so the job can be
 * killed at any point and goes on where it was. A picture that cannot be decoded stays embedded.
 */
export const movePictures: Job = {
  name: 'move-pictures',
  everyMs: HOUR_MS,
  async run(ctx, signal) {
    let moved = 0
    let listed = 0
    let after: EmbeddedItem = { merchant: '' as Address, id: '' }
    for (;;) {
      const batch = await listEmbedded(ctx.db, { after, limit: batchSize })
      const last = batch.at(-1)
      if (!last || signal.aborted) return { listed, moved }
      after = last
      listed += batch.length
      for (const [merchant, ids] of groupByMerchant(batch)) {
        if (!signal.aborted) moved += await moveBatch(ctx, { merchant, ids })
      }
    }
  },
}

function groupByMerchant(batch: readonly EmbeddedItem[]): Map<Address, string[]> {
  const groups = new Map<Address, string[]>()
  for (const { merchant, id } of batch) groups.set(merchant, [...(groups.get(merchant) ?? []), id])
  return groups
}

/** Stores the pictures of some items, then replaces them. Returns how many items changed. */
async function moveBatch(
  ctx: Context,
  { merchant, ids }: { merchant: Address; ids: readonly string[] },
): Promise<number> {
  const references = new Map<string, string>()
  for (const { images } of await listItemsById(ctx.db, { merchant, ids })) {
    for (const image of images) {
      if (!image.startsWith('data:') || references.has(image)) continue
      // Not locked meanwhile, because decoding takes time.
      const stored = await storePicture(ctx, contentOf(image))
      if ('picture' in stored) references.set(image, referTo(stored.picture.hash))
      else ctx.log.warn({ merchant, problem: stored.problem }, 'picture of an item not moved')
    }
  }
  if (references.size === 0) return 0

  return changeCatalogue(ctx, {
    merchant,
    async change(inTx, catalogue) {
      const items = await listItemsById(inTx.db, { merchant, ids })
      const updates = items.flatMap((before) => {
        const after = withReferences(before, references)
        return after === null ? [] : [{ before, after }]
      })
      if (updates.length > 0) await putItems(inTx, { catalogue, updates })
      return updates.length
    },
  })
}

/** Returns an item with references in place of its pictures, or null if it has none of them any more. */
function withReferences(item: Item, references: ReadonlyMap<string, string>): Item | null {
  const images = item.images.map((image) => references.get(image) ?? image)
  const isChanged = images.some((image, index) => image !== item.images[index])
  return isChanged ? { ...item, images: [...new Set(images)] } : null
}
