import { DAY_MS, HOUR_MS, unixMs } from '../../lib/time.js'
import type { Job } from '../../platform/jobs/run-jobs.js'
import { deletePastEvents } from './prune-store.js'

const keptForMs = 30 * DAY_MS
/** News may wait that long before it is published, and is kept so much longer. */
const publishedWithinMs = DAY_MS
const pieceSize = 1_000

/** Forgets events after a month, in pieces. What still has a delivery stays, for its bytes. */
export const pruneEvents: Job = {
  name: 'prune-events',
  everyMs: HOUR_MS,
  async run(ctx, signal) {
    const deliveredBefore = unixMs(ctx.now() - keptForMs)
    const before = unixMs(deliveredBefore - publishedWithinMs)
    let deleted = 0
    for (let piece = pieceSize; piece === pieceSize && !signal.aborted; deleted += piece) {
      piece = await deletePastEvents(ctx.db, { before, deliveredBefore, limit: pieceSize })
    }
    return { deleted }
  },
}
