import { DAY_MS, unixMs } from '../../lib/time.js'
import type { Context } from '../../platform/context.js'
import { listBusiest } from './catalogue-store.js'
import type { Catalogues } from './search/catalogues.js'
import { largeFrom } from './search/loads.js'

/** One large catalog takes seconds to load. */
const warmedAtMost = 20

/** Loads the large catalogs of the merchants with the most sales, so that their first search does not wait. */
export async function warmCatalogues(
  ctx: Pick<Context, 'db' | 'now' | 'log'>,
  catalogues: Pick<Catalogues, 'warm'>,
): Promise<void> {
  try {
    const since = unixMs(ctx.now() - DAY_MS)
    const merchants = await listBusiest(ctx.db, { ...largeFrom, since, limit: warmedAtMost })
    await catalogues.warm(merchants)
  } catch (error) {
    // The first search loads its catalog instead.
    ctx.log.debug({ err: error }, 'catalogues were not loaded ahead')
  }
}
