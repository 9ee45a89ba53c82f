import type { TxContext } from '../../platform/context.js'
import type { Feature } from '../../platform/feature.js'
import type { Catalogs } from '../inventory/search/catalogs.js'
import { findShopsVersion, listShops } from '../shop/list-shops.js'
import { feedRoutes } from './feed/routes.js'
import { directoryRoutes } from './routes.js'
import type { ShopDirectory } from './shop-directory.js'

export const directoryFeature: Feature<{ directory: ShopDirectory; catalogs: Catalogs }> = {
  tag: 'directory',
  routes: [directoryRoutes, feedRoutes],
  snapshot: { platform: rememberShops },
}

/** A larger directory is searched only while the process that has it in memory runs. */
const maxBatches = 10

/** Reads the shops of the directory, for a process that starts during an outage. */
async function rememberShops(ctx: TxContext): Promise<void> {
  await findShopsVersion(ctx)
  let batches = 0
  for await (const _ of listShops(ctx)) {
    batches += 1
    if (batches === maxBatches) return
  }
}
