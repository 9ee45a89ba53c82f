import type { Address } from '../../../lib/hex.js'
import { HOUR_MS } from '../../../lib/time.js'
import { type ChangeSource, followChanges } from '../../../platform/follow-changes.js'
import { findVersion } from '../catalogue-store.js'
import {
  type CatalogueChanges,
  type CatalogueIndex,
  createCatalogueIndex,
} from './catalogue-index.js'
import { chunkItems, createPause } from './chunk-items.js'
import { listDeletedSince, listIndexedAfter, listIndexedSince } from './index-store.js'
import { createLoads, type Loads, type LoadsContext } from './loads.js'

/** The catalogues this process has in memory. */
export type Catalogues = {
  /** Returns a merchant's current items. */
  get(merchant: Address): Promise<CatalogueIndex>
}

type Entry = {
  get: () => Promise<CatalogueIndex>
  /** Null until it is loaded. */
  index: CatalogueIndex | null
  /** Returns the size of what is being loaded. */
  loadingWeight: () => number
  usedAt: number
}

/** In bytes. A single larger index is kept. */
const maxWeight = 512_000_000

/** Far less than the day for which deletions are recorded. */
const maxIdleMs = HOUR_MS

const pageSize = 1_000

/** Caches recently used catalogues up to a total size. */
export function createCatalogues(
  ctx: LoadsContext,
  { roomFor = maxWeight }: { roomFor?: number } = {},
): Catalogues {
  const loads = createLoads(ctx)
  // Least recently used first.
  const entries = new Map<Address, Entry>()

  function dropIdle(): void {
    for (const [merchant, { usedAt }] of entries) {
      if (ctx.now() - usedAt < maxIdleMs) return
      entries.delete(merchant)
    }
  }

  /** Evicts the least recently used entries above the limit, except the one in use and those being loaded. */
  function evictOldest(inUse: Entry): void {
    let weight = [...entries.values()].reduce((sum, entry) => sum + weightOf(entry), 0)
    for (const [merchant, entry] of entries) {
      if (weight <= roomFor) return
      if (entry === inUse || !entry.index) continue
      entries.delete(merchant)
      weight -= weightOf(entry)
    }
  }

  return {
    async get(merchant) {
      dropIdle()
      const entry = entries.get(merchant) ?? follow(ctx, { merchant, loads })
      entries.delete(merchant)
      entries.set(merchant, entry)
      entry.usedAt = ctx.now()

      entry.index = await entry.get()
      evictOldest(entry)
      return entry.index
    },
  }
}

function weightOf({ index, loadingWeight }: Entry): number {
  return (index?.weight() ?? 0) + loadingWeight()
}

function follow(
  ctx: LoadsContext,
  { merchant, loads }: { merchant: Address; loads: Loads },
): Entry {
  let loading: CatalogueIndex | null = null
  const source: ChangeSource<CatalogueChanges> = {
    findVersion: () => findVersion(ctx.db, merchant),
    async *readAll() {
      const pause = createPause()
      for (let last = ''; ; ) {
        const items = await listIndexedAfter(ctx.db, { merchant, id: last, limit: pageSize })
        yield* chunkItems(items, pause)
        if (items.length < pageSize) return
        last = items.at(-1)?.id ?? last
      }
    },
    async *readSince(version) {
      const pause = createPause()
      for (let after = { version, id: lastId }; ; ) {
        const { items, last } = await listIndexedSince(ctx.db, { merchant, after, limit: pageSize })
        yield* chunkItems(items, pause)
        if (items.length < pageSize) break
        after = last
      }
      // After the items, so that an item deleted in the meantime is removed.
      yield { changed: [], deleted: await listDeletedSince(ctx.db, { merchant, version }) }
    },
  }
  const createIndex = () => {
    loading = createCatalogueIndex()
    return loading
  }
  const get = followChanges(source, createIndex, (build) =>
    loads.run(merchant, build).finally(() => {
      loading = null
    }),
  )
  return { get, index: null, loadingWeight: () => loading?.weight() ?? 0, usedAt: 0 }
}

/** Sorts after every id. */
const lastId = '\uffff'
