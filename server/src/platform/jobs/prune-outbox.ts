import { DAY_MS, unixMs } from '../../lib/time.js'
import { deleteDeadTasks } from './outbox-store.js'
import type { Job } from './run-jobs.js'

const keptForMs = 30 * DAY_MS

/** Forgets tasks that were given up a month ago: until then an operator can look at them. */
export const pruneOutbox: Job = {
  name: 'prune-outbox',
  everyMs: DAY_MS,
  run: async (ctx) => ({
    deleted: await deleteDeadTasks(ctx.db, unixMs(ctx.now() - keptForMs)),
  }),
}
