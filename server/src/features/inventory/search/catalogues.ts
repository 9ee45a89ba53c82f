import type { Address } from '../../../lib/hex.js'
import { HOUR_MS } from '../../../lib/time.js'
import type { Context } from '../../../platform/context.js'
import { type ChangeSource, followChanges } from '../../../platform/follow-changes.js'
import { findVersion } from '../catalogue-store.js'
import {
  type CatalogueChanges,
  type CatalogueIndex,
  createCatalogueIndex,
} from './catalogue-index.js'
import { chunkItems } from './chunk-items.js'
import { listDeletedSince, listIndexedAfter, listIndexedSince } from './index-store.js'

/** The catalogues this process has in memory. */
export type Catalogues = {
  /** Returns a merchant's current items. */
  get(merchant: Address): Promise<CatalogueIndex>
}

type Entry = { get: () => Promise<CatalogueIndex>; weight: number; usedAt: number }

/** In bytes. A single larger index is kept. */
const maxWeight = 512_000_000

/** Far less than the day for which deletions are recorded. */
const maxIdleMs = HOUR_MS

const pageSize = 1_000

/** Caches recently used catalogues up to a total size. */
export function createCatalogues(
  ctx: Pick<Context, 'db' | 'now'>,
  { roomFor = maxWeight }: { roomFor?: number } = {},
): Catalogues {
  // Least recently used first.
  const entries = new Map<Address, Entry>()

  function dropIdle(): void {
    for (const [merchant, { usedAt }] of entries) {
      if (ctx.now() - usedAt < maxIdleMs) return
      entries.delete(merchant)
    }
  }

  /** Evicts the least recently used entries above the limit, except those being built, which have no weight yet. */
  function evictOldest(): void {
    const built = [...entries].filter(([, { weight }]) => weight > 0)
    let weight = built.reduce((sum, [, entry]) => sum + entry.weight, 0)
    for (const [merchant, entry] of built.slice(0, -1)) {
      if (weight <= roomFor) return
      entries.delete(merchant)
      weight -= entry.weight
    }
  }

  return {
    async get(merchant) {
      dropIdle()
      const entry = entries.get(merchant) ?? { get: follow(ctx, merchant), weight: 0, usedAt: 0 }
      entries.delete(merchant)
      entries.set(merchant, entry)
      entry.usedAt = ctx.now()

      const index = await entry.get()
      entry.weight = index.weight()
      evictOldest()
      return index
    },
  }
}

function follow(ctx: Pick<Context, 'db'>, merchant: Address): () => Promise<CatalogueIndex> {
  const source: ChangeSource<CatalogueChanges> = {
    findVersion: () => findVersion(ctx.db, merchant),
    async *readAll() {
      for (let last = ''; ; ) {
        const items = await listIndexedAfter(ctx.db, { merchant, id: last, limit: pageSize })
        yield* chunkItems(items)
        if (items.length < pageSize) return
        last = items.at(-1)?.id ?? last
      }
    },
    async *readSince(version) {
      for (let after = { version, id: lastId }; ; ) {
        const { items, last } = await listIndexedSince(ctx.db, { merchant, after, limit: pageSize })
        yield* chunkItems(items)
        if (items.length < pageSize) break
        after = last
      }
      // After the items, so that an item deleted in the meantime is removed.
      yield { changed: [], deleted: await listDeletedSince(ctx.db, { merchant, version }) }
    },
  }
  return followChanges(source, createCatalogueIndex)
}

/** Sorts after every id. */
const lastId = '\uffff'
