import type { Context } from '../../platform/context.js'
import { followChanges } from '../../platform/follow-changes.js'
import { findShopsVersion, listChangedShops, listShops } from '../shop/list-shops.js'
import { createShopIndex, type ShopIndex } from './shop-index.js'

/** The directory this process has in memory. */
export type ShopDirectory = {
  /** The listed shops as they are now. */
  get(): Promise<ShopIndex>
}

/** A directory that is read when it is first asked for and costs one look at the version from then on. */
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
