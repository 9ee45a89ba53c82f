import type { Context } from '../../platform/context.js'
import { StoreUnavailable } from '../../platform/db/store-unavailable.js'
import type { Bucket } from './bucket.js'
import { returnCalls } from './limit-store.js'

/** Returns unspent calls to the database. They can no longer be spent here from the start. */
export async function returnUnspent(
  ctx: Pick<Context, 'db' | 'log'>,
  buckets: readonly Bucket[],
): Promise<void> {
  const leases = buckets
    .filter(({ unspent }) => unspent > 0)
    .map(({ name, endsAt, unspent }) => ({ bucket: name, endsAt, calls: unspent }))
  if (leases.length === 0) return
  for (const bucket of buckets) bucket.unspent = 0

  try {
    await returnCalls(ctx.db, leases)
  } catch (error) {
    // The calls are lost for this window, which harms no one.
    if (error instanceof StoreUnavailable) return
    ctx.log.error({ err: error }, 'unspent calls could not be returned')
  }
}
