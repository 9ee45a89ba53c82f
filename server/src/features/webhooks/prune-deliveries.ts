import { DAY_MS, HOUR_MS, unixMs } from '../../lib/time.js'
import type { Job } from '../../platform/jobs/run-jobs.js'
import { deleteDeliveriesBefore } from './deliveries/delivery-list-store.js'

const keptForMs = 30 * DAY_MS
const pieceSize = 1_000

/** Forgets deliveries after a month, in pieces. What is still on its way stays. */
export const pruneDeliveries: Job = {
  name: 'prune-deliveries',
  everyMs: HOUR_MS,
  async run(ctx, signal) {
    const before = unixMs(ctx.now() - keptForMs)
    let deleted = 0
    for (let piece = pieceSize; piece === pieceSize && !signal.aborted; deleted += piece) {
      piece = await deleteDeliveriesBefore(ctx.db, { before, limit: pieceSize })
    }
    return { deleted }
  },
}
