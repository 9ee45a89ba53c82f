import { MINUTE_MS } from '../../lib/time.js'
import type { Job } from '../../platform/jobs/run-jobs.js'
import { listLaneless } from './delivery-store.js'
import { laneOf } from './lane.js'
import { ensureLanes } from './lane-store.js'

const pieceSize = 500

/**
 * Gives deliveries that wait in no lane one again. There should be none; but one would wait for ever, and nobody would
 * notice.
 */
export const mendLanes: Job = {
  name: 'mend-lanes',
  everyMs: 5 * MINUTE_MS,
  async run(ctx) {
    const laneless = await listLaneless(ctx.db, pieceSize)
    if (laneless.length > 0) {
      // By the name they have: what was moved aside stays there.
      const lanes = laneless.map(({ lane, ...delivery }) => ({ ...laneOf(delivery), lane }))
      await ensureLanes(ctx.db, lanes)
      ctx.log.warn({ deliveries: laneless.length }, 'deliveries stood in no lane')
    }
    return { mended: laneless.length }
  },
}
