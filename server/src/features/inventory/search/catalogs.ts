import type { Address } from '../../../lib/hex.js'
import { HOUR_MS } from '../../../lib/time.js'
import {
  type BuiltIndex,
  type ChangeSource,
  type FollowedTable,
  followChanges,
} from '../../../platform/follow-changes.js'
import { getCatalog } from '../catalog-store.js'
import { type CatalogChanges, type CatalogIndex, createCatalogIndex } from './catalog-index.js'
import { chunkItems, createPause } from './chunk-items.js'
import { listDeletedSince, listIndexedAfter, listIndexedSince } from './index-store.js'
import { createLoads, type Loads, type LoadsContext } from './loads.js'

/** The catalogs this process has in memory. */
export type Catalogs = {
  /** Returns a merchant's current items. */
  get(merchant: Address): Promise<CatalogIndex>
  /**
   * Returns a merchant's current items, or null while a large catalog is loaded in the background.
   */
  findLoaded(merchant: Address): Promise<CatalogIndex | null>
  /**
   * Returns the items of a loaded catalog as this process knows them, or null. Compare the version
   * with that of the catalog.
   */
  findKnown(merchant: Address): Readonly<BuiltIndex<CatalogIndex>> | null
  /** Loads catalogs in turn, until they fill half of the memory. Skips a failed load. */
  warm(merchants: readonly Address[]): Promise<void>
  /** Ends all loads. */
  close(): void
}

type Entry = {
  get: FollowedTable<CatalogIndex>
  /** Null until it is loaded. */
  index: CatalogIndex | null
  /** Whether `findLoaded` has started a load. */
  isAwaited: boolean
  /** Returns the size of what is being loaded. */
  loadingWeight: () => number
  usedAt: number
}

/** In bytes. A single larger index is kept. */
const maxWeight = 512_000_000

/** Far less than the day for which deletions are recorded. */
const maxIdleMs = HOUR_MS

const pageSize = 1_000

/** Caches recently used catalogs up to a total size. */
export function createCatalogs(
  ctx: LoadsContext,
  { maxBytes = maxWeight }: { maxBytes?: number } = {},
): Catalogs {
  const loads = createLoads(ctx)
  // Least recently used first.
  const entries = new Map<Address, Entry>()
  const closing = new AbortController()

  function dropIdle(): void {
    for (const [merchant, { usedAt }] of entries) {
      if (ctx.now() - usedAt < maxIdleMs) return
      entries.delete(merchant)
    }
  }

  function sumWeights(): number {
    return [...entries.values()].reduce((sum, entry) => sum + weightOf(entry), 0)
  }

  /** Evicts the least recently used entries above the limit, but none in use or loading. */
  function evictOldest(inUse: Entry): void {
    let weight = sumWeights()
    for (const [merchant, entry] of entries) {
      if (weight <= maxBytes) return
      if (entry === inUse || !entry.index) continue
      entries.delete(merchant)
      weight -= weightOf(entry)
    }
  }

  /** Returns the entry of a merchant, which is then the most recently used. */
  function use(merchant: Address): Entry {
    dropIdle()
    const entry = entries.get(merchant) ?? follow(ctx, { merchant, loads, signal: closing.signal })
    entries.delete(merchant)
    entries.set(merchant, entry)
    entry.usedAt = ctx.now()
    return entry
  }

  async function load(entry: Entry): Promise<CatalogIndex> {
    entry.index = await entry.get()
    evictOldest(entry)
    return entry.index
  }

  return {
    get: (merchant) => load(use(merchant)),

    async findLoaded(merchant) {
      const entry = use(merchant)
      if (entry.index || !(await loads.isLarge(merchant))) return load(entry)
      if (entry.isAwaited) return null
      entry.isAwaited = true
      // A failed load is repeated by the next request.
      load(entry).then(
        () => undefined,
        () => {
          entry.isAwaited = false
        },
      )
      return null
    },

    findKnown: (merchant) => (entries.get(merchant)?.index ? use(merchant).get.known() : null),

    async warm(merchants) {
      for (const merchant of merchants) {
        if (closing.signal.aborted || sumWeights() > maxBytes / 2) return
        await load(use(merchant)).catch(() => undefined)
      }
    },

    close: () => closing.abort(),
  }
}

function weightOf({ index, loadingWeight }: Entry): number {
  return (index?.weight() ?? 0) + loadingWeight()
}

function follow(
  ctx: LoadsContext,
  { merchant, loads, signal }: { merchant: Address; loads: Loads; signal: AbortSignal },
): Entry {
  let loading: CatalogIndex | null = null
  const source: ChangeSource<CatalogChanges> = {
    findVersion: async () => (await getCatalog(ctx.db, merchant)).version,
    async *readAll() {
      const pause = createPause()
      for (let last = ''; ; ) {
        signal.throwIfAborted()
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
      yield { items: [], deleted: await listDeletedSince(ctx.db, { merchant, version }) }
    },
  }
  const createIndex = () => {
    loading = createCatalogIndex()
    return loading
  }
  const get = followChanges(source, createIndex, (build) =>
    loads.run(merchant, build).finally(() => {
      loading = null
    }),
  )
  const loadingWeight = () => loading?.weight() ?? 0
  return { get, index: null, isAwaited: false, loadingWeight, usedAt: 0 }
}

/** Sorts after every id. */
const lastId = '\uffff'
