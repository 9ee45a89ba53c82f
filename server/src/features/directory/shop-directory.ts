import type { Context } from '../../platform/context.js'
import { followChanges } from '../../platform/follow-changes.js'
import { findShopsVersion, listChangedShops, listShops } from '../shop/list-shops.js'
import { createShopIndex, type ShopIndex } from './shop-index.js'

/** The in-memory directory of this process. */
export type ShopDirectory = {
  /** Returns the index of listed shops, up to date. */
  get(): Promise<ShopIndex>
}

/** Creates a directory that loads on first use. Later calls only compare the version. */
export function createShopDirectory(ctx: Pick<Context, 'db' | 'config'>): ShopDirectory {
  const source = {
    findVersion: () => findShopsVersion(ctx),
    readAll: () => listShops(ctx),
    async *readSince(version: number) {
      yield await listChangedShops(ctx, version)
    },
  }
  return { get: followChanges(source, createShopIndex) }
}
