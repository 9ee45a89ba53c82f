import { DAY_MS, unixMs } from '../../../lib/time.js'
import type { Context } from '../../../platform/context.js'
import { listBusiest } from '../read-model/busy-catalog-store.js'
import type { Catalogs } from './catalogs.js'
import { largeFrom } from './loads.js'

/** One large catalog takes seconds to load. */
const maxWarmed = 20

/** Loads the large catalogs with the most sales, so that their first search does not wait. */
export async function warmCatalogs(
  ctx: Pick<Context, 'db' | 'now' | 'log'>,
  catalogs: Pick<Catalogs, 'warm'>,
): Promise<void> {
  try {
    const since = unixMs(ctx.now() - DAY_MS)
    const merchants = await listBusiest(ctx.db, { ...largeFrom, since, limit: maxWarmed })
    await catalogs.warm(merchants)
  } catch (error) {
    // The first search loads its catalog instead.
    ctx.log.debug({ err: error }, 'catalogs were not preloaded')
  }
}
