import type { Address } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import { followChanges } from '../../platform/follow-changes.js'
import { platformGroup, recallStatements } from '../../platform/snapshot/statements.js'
import { findShopsVersion, listChangedShops, listShops } from '../shop/list-shops.js'
import { findFormerHolder } from '../shop/slugs/move-to-slug.js'
import { createShopIndex, type ShopIndex } from './shop-index.js'

/** The in-memory directory of this process. */
export type ShopDirectory = {
  /** Returns the index of listed shops, up to date. */
  get(): Promise<ShopIndex>
  /** Returns the merchant whose shop gave up the slug and still reserves it, or null. */
  findFormerHolder(slug: string): Promise<Address | null>
}

/**
 * Creates a directory that loads on first use. Later calls only compare the version. While the
 * database is unavailable, it stays as it was, or has the shops of the snapshot.
 */
export function createShopDirectory(
  context: Pick<Context, 'db' | 'config' | 'now' | 'snapshot'>,
): ShopDirectory {
  const ctx = { ...context, db: recallStatements(context, platformGroup) }
  const source = {
    findVersion: () => findShopsVersion(ctx),
    readAll: () => listShops(ctx),
    async *readSince(version: number) {
      yield await listChangedShops(ctx, version)
    },
  }
  return {
    get: followChanges(source, createShopIndex),
    findFormerHolder: (slug) => findFormerHolder(ctx, slug),
  }
}
