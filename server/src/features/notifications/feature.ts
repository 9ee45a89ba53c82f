import { DAY_MS, HOUR_MS, unixMs } from '../../lib/time.js'
import type { Feature } from '../../platform/feature.js'
import { repeatWhileFull } from '../../platform/jobs/process-in-batches.js'
import type { Job } from '../../platform/jobs/run-jobs.js'
import { maxOf } from '../../platform/limits/max-of.js'
import {
  deleteNotificationsBefore,
  deleteNotificationsBeyond,
  deleteNotificationsOf,
} from '../../platform/notifications/notification-store.js'
import { checkLimits } from './check-limits.js'
import { checkReceipts, recheckReceipts } from './check-receipts.js'
import { checkPayouts, checkStock, checkWebhooks } from './check-states.js'
import { deleteReadsOfFormerMembers } from './notification-list-store.js'
import { notificationRoutes } from './routes.js'

const keptForMs = 90 * DAY_MS

/** Deletes notifications after 90 days, those beyond the limit, and the reads of former members. */
export const pruneNotifications: Job = {
  name: 'prune-notifications',
  everyMs: HOUR_MS,
  async run(ctx, signal) {
    const before = unixMs(ctx.now() - keptForMs)
    const old = await repeatWhileFull(signal, {
      batchSize: 1_000,
      work: (limit) => deleteNotificationsBefore(ctx.db, { before, limit }),
    })
    const max = maxOf(ctx.config, 'notifications', 'merchant') ?? 0
    const excess = await deleteNotificationsBeyond(ctx.db, max)
    return { deleted: old + excess, reads: await deleteReadsOfFormerMembers(ctx.db) }
  },
}

export const notificationsFeature: Feature = {
  tag: 'notifications',
  routes: [notificationRoutes],
  jobs: [
    checkReceipts,
    recheckReceipts,
    checkStock,
    checkWebhooks,
    checkPayouts,
    checkLimits,
    pruneNotifications,
  ],
  deleteSales: ({ db }, merchant) => deleteNotificationsOf(db, merchant),
}
