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
import { listDeletedSince, listIndexedAfter, listIndexedSince } from './index-store.js'

/** The catalogues this process has in memory. */
export type Catalogues = {
  /** A merchant's items as they are now. */
  get(merchant: Address): Promise<CatalogueIndex>
}

type Entry = { get: () => Promise<CatalogueIndex>; weight: number; usedAt: number }

/** About 400 MB. An index larger than that still is kept, alone. */
const weightAtMost = 400_000_000

/** Far less than the day for which deletions are remembered. */
const idleAtMostMs = HOUR_MS

/** How many items are taken in at a time: a few milliseconds' work, so that other requests go on. */
const pieceSize = 1_000

/** Keeps the catalogues that were asked for lately, as many as there is room for. */
export function createCatalogues(
  ctx: Pick<Context, 'db'>,
  { roomFor = weightAtMost }: { roomFor?: number } = {},
): Catalogues {
  // In the order they were last used, the longest unused first.
  const entries = new Map<Address, Entry>()

  function dropIdle(): void {
    for (const [merchant, { usedAt }] of entries) {
      if (performance.now() - usedAt < idleAtMostMs) return
      entries.delete(merchant)
    }
  }

  function makeRoom(): void {
    let weight = [...entries.values()].reduce((sum, entry) => sum + entry.weight, 0)
    for (const [merchant, entry] of entries) {
      if (weight <= roomFor || entries.size === 1) return
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
      entry.usedAt = performance.now()

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
        const changed = await listIndexedAfter(ctx.db, { merchant, id: last, limit: pieceSize })
        yield { changed, deleted: [] }
        if (changed.length < pieceSize) return
        last = changed.at(-1)?.id ?? last
      }
    },
    async readSince(version) {
      const changed = await listIndexedSince(ctx.db, { merchant, version })
      // After the items: one that is deleted in between is then known to be gone.
      return { changed, deleted: await listDeletedSince(ctx.db, { merchant, version }) }
    },
  }
  return followChanges(source, createCatalogueIndex)
}
