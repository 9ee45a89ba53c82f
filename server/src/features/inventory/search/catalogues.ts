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
  /** A merchant's items as they are now. */
  get(merchant: Address): Promise<CatalogueIndex>
}

type Entry = { get: () => Promise<CatalogueIndex>; weight: number; usedAt: number }

/** In bytes. An index larger than that still is kept, alone. */
const weightAtMost = 512_000_000

/** Far less than the day for which deletions are remembered, and by the same clock. */
const idleAtMostMs = HOUR_MS

/** How many items are read at a time. */
const pageSize = 1_000

/** Keeps the catalogues that were asked for lately, as many as there is room for. */
export function createCatalogues(
  ctx: Pick<Context, 'db' | 'now'>,
  { roomFor = weightAtMost }: { roomFor?: number } = {},
): Catalogues {
  // In the order they were last used, the longest unused first.
  const entries = new Map<Address, Entry>()

  function dropIdle(): void {
    for (const [merchant, { usedAt }] of entries) {
      if (ctx.now() - usedAt < idleAtMostMs) return
      entries.delete(merchant)
    }
  }

  /** What is being built has no weight yet and stays: whoever waits for it would have to begin again. */
  function makeRoom(): void {
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
      makeRoom()
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
      // After the items: one that is deleted in between is then known to be gone.
      yield { changed: [], deleted: await listDeletedSince(ctx.db, { merchant, version }) }
    },
  }
  return followChanges(source, createCatalogueIndex)
}

/** Behind every id of a version. */
const lastId = '\uffff'
