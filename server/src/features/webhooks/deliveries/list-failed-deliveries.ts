import type { UnixMs } from '../../../lib/time.js'
import type { TxContext } from '../../../platform/context.js'
import type { Delivery } from '../delivery.js'
import { listFailed } from './delivery-list-store.js'

/** Returns a page of the failed deliveries of all merchants, newest first, and the position of the next page. */
export async function listFailedDeliveries(
  { db }: Pick<TxContext, 'db'>,
  { before, limit }: { before: { createdAt: UnixMs; id: string } | null; limit: number },
): Promise<{ deliveries: Delivery[]; next: { createdAt: UnixMs; id: string } | null }> {
  const found = await listFailed(db, { before, limit: limit + 1 })
  const deliveries = found.slice(0, limit)
  const last = found.length > limit ? deliveries.at(-1) : undefined
  return { deliveries, next: last ? { createdAt: last.createdAt, id: last.id } : null }
}
