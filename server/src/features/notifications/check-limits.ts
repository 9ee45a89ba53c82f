import { DAY_MS, HOUR_MS, MINUTE_MS, unixMs } from '../../lib/time.js'
import { inTransaction } from '../../platform/context.js'
import type { Job } from '../../platform/jobs/run-jobs.js'
import { listOpen, listOpenBefore } from '../../platform/notifications/notification-store.js'
import {
  raiseNotifications,
  resolveNotifications,
} from '../../platform/notifications/raise-notifications.js'
import { listRefusedCalls } from './read-model/refused-call-store.js'

const kind = 'limit_reached' as const
/** Calls with keys have one subject: the plan, whose limits they reach. */
const subjectId = 'calls'

/**
 * Notifies of calls with keys that a limit refused, until none was refused for an hour. Ends what
 * other requests of an earlier day have reached, so that each limit is reported once per day.
 */
export const checkLimits: Job = {
  name: 'check-limits',
  everyMs: MINUTE_MS,
  async run(ctx) {
    const refused = await listRefusedCalls(ctx.db, unixMs(ctx.now() - HOUR_MS))
    const merchants = new Set(refused.map(({ merchant }) => merchant))
    const open = await listOpen(ctx.db, {
      kind,
      after: { merchant: '', subjectId: '' },
      limit: 10_000,
    })
    const startOfDay = unixMs(Math.floor(ctx.now() / DAY_MS) * DAY_MS)
    const ended = [
      ...open.filter(({ merchant, subjectId: id }) => id === subjectId && !merchants.has(merchant)),
      ...(await listOpenBefore(ctx.db, { kind, before: startOfDay })).filter(
        (matter) => matter.subjectId !== subjectId,
      ),
    ]
    const matters = refused.map(({ merchant, ...params }) => ({
      merchant,
      kind,
      subjectId,
      params,
    }))
    await inTransaction(ctx, async (inTx) => {
      await raiseNotifications(inTx, matters)
      await resolveNotifications(inTx, ended)
    })
    return { refused: refused.length, ended: ended.length }
  },
}
