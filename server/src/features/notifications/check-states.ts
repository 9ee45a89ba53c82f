import { microsToDecimal } from '../../lib/money.js'
import { MINUTE_MS } from '../../lib/time.js'
import type { Context } from '../../platform/context.js'
import { repeatWhileFull } from '../../platform/jobs/process-in-batches.js'
import type { Job } from '../../platform/jobs/run-jobs.js'
import type { Matter, NewNotification } from '../../platform/notifications/notification.js'
import { listOpen } from '../../platform/notifications/notification-store.js'
import {
  raiseNotifications,
  resolveNotifications,
} from '../../platform/notifications/raise-notifications.js'
import { listLatePayouts } from '../payouts/late-payouts.js'
import { listLowItems, listRecoveredWebhooks, listRestocked } from './read-model/state-store.js'

const batchSize = 200

/** Notifies of items that fell to their low stock, and ends what restocking ended. */
export const checkStock: Job = {
  name: 'check-stock',
  everyMs: MINUTE_MS,
  async run(ctx, signal) {
    const restocked = await repeatWhileFull(signal, {
      batchSize,
      work: async (limit) => resolve(ctx, await listRestocked(ctx.db, limit)),
    })
    const low = await repeatWhileFull(signal, {
      batchSize,
      async work(limit) {
        const items = await listLowItems(ctx.db, limit)
        return raise(
          ctx,
          items.map(({ merchant, id, ...params }) => ({
            merchant,
            kind: 'low_stock',
            subjectId: id,
            params,
          })),
        )
      },
    })
    return { low, restocked }
  },
}

/** Ends the failures of webhooks that work again. Their workers report failures themselves. */
export const checkWebhooks: Job = {
  name: 'check-webhooks',
  everyMs: MINUTE_MS,
  run: async (ctx, signal) => ({
    recovered: await repeatWhileFull(signal, {
      batchSize,
      work: async (limit) =>
        resolve(ctx, await listRecoveredWebhooks(ctx.db, { now: ctx.now(), limit })),
    }),
  }),
}

/** Notifies of money that waits longer for its payout than it may. */
export const checkPayouts: Job = {
  name: 'check-payouts',
  everyMs: 10 * MINUTE_MS,
  async run(ctx) {
    const late = await listLatePayouts(ctx)
    const raised = await raise(
      ctx,
      late.map(({ merchant, reason, count, usdMicros }) => ({
        merchant,
        kind: 'payouts_overdue',
        subjectId: reason,
        params: { reason, count, amountUsd: microsToDecimal(usdMicros) },
      })),
    )
    const lasting = new Set(late.map(({ merchant, reason }) => `${merchant} ${reason}`))
    const open = await listOpen(ctx.db, {
      kind: 'payouts_overdue',
      after: { merchant: '', subjectId: '' },
      limit: 10_000,
    })
    const ended = open.filter(({ merchant, subjectId }) => !lasting.has(`${merchant} ${subjectId}`))
    return { raised, ended: await resolve(ctx, ended) }
  },
}

async function raise(ctx: Context, notifications: readonly NewNotification[]): Promise<number> {
  await ctx.db.transaction((tx) => raiseNotifications({ ...ctx, db: tx }, notifications))
  return notifications.length
}

async function resolve(ctx: Context, matters: readonly Matter[]): Promise<number> {
  await ctx.db.transaction((tx) => resolveNotifications({ ...ctx, db: tx }, matters))
  return matters.length
}
