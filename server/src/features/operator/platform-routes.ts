import { type OperatorPrincipal, operatorOf } from '../../auth/caller.js'
import { operator } from '../../auth/guards.js'
import { readWallet } from '../../lib/hex.js'
import { DAY_MS, unixMs, writeDay } from '../../lib/time.js'
import type { Context } from '../../platform/context.js'
import type { Routes } from '../../platform/feature.js'
import { readWhole } from '../../platform/http/read-query.js'
import { readingFrom } from '../../platform/reading-from.js'
import { recordChange } from '../audit/record-change.js'
import { listPlatformVolume } from '../ledger/sum-days.js'
import { listFailedDeliveries } from '../webhooks/deliveries/read-deliveries.js'
import { redeliver } from '../webhooks/deliveries/redeliver.js'
import { describeDay, describeFailed, describeRelayers } from './describe-platform.js'
import { readCursor, writeCursor } from './position.js'
import { readDayRange } from './read-day-range.js'
import {
  FailedDeliveryPage,
  FailedDeliveryQuery,
  RelayerResponse,
  RetriedDelivery,
  RetryBody,
  VolumeQuery,
  VolumeResponse,
} from './schemas.js'

const maxDays = 366

/** The state of the whole platform, for its operators. */
export const platformRoutes: Routes = async (app, { ctx }) => {
  const config = { guard: operator() }

  app.get(
    '/api/admin/volume',
    {
      config: { ...config, outage: 'refuse' },
      schema: {
        summary: 'Get the volume and the fees of the platform by day and asset',
        description: 'From the ledger of all merchants.',
        querystring: VolumeQuery,
        response: { 200: VolumeResponse },
      },
    },
    async ({ query }) => {
      const { fromDay, toDay } = readDayRange(query, { now: ctx.now(), maxDays })
      const days = await listPlatformVolume(readingFrom(ctx), {
        from: unixMs(fromDay * DAY_MS),
        to: unixMs((toDay + 1) * DAY_MS),
      })
      return {
        ok: true as const,
        from: writeDay(fromDay),
        to: writeDay(toDay),
        days: days.map(describeDay),
      }
    },
  )

  app.get(
    '/api/admin/relayer',
    {
      config: { ...config, outage: 'refuse' },
      schema: {
        summary: 'Get the balances, gas budgets and queue of the relayers',
        description:
          'Balances come from the chain, and `relayers` is null when it does not respond within two seconds. Budgets and queue come from the database.',
        response: { 200: RelayerResponse },
      },
    },
    () => describeRelayers(ctx),
  )

  app.get(
    '/api/admin/webhooks/failed',
    {
      config: { ...config, outage: 'refuse' },
      schema: {
        summary: 'List the failed webhook deliveries of all merchants, newest first',
        description:
          'Deliveries whose attempts are used up. They are kept for 30 days; until then you can send them again.',
        querystring: FailedDeliveryQuery,
        response: { 200: FailedDeliveryPage },
      },
    },
    async ({ query }) => {
      const { deliveries, next } = await listFailedDeliveries(ctx, {
        before: readCursor(query.cursor, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
        limit: readWhole('limit', query.limit, { min: 1, max: 100, fallback: 50 }),
      })
      return {
        ok: true as const,
        deliveries: deliveries.map(describeFailed),
        nextCursor: next && writeCursor(next),
      }
    },
  )

  app.post(
    '/api/admin/webhooks/failed/retry',
    {
      config: { ...config, outage: 'refuse' },
      schema: {
        summary: 'Send a webhook delivery again',
        description: 'With the same body and signature.',
        body: RetryBody,
        response: { 200: RetriedDelivery },
      },
    },
    async (request) => {
      const { wallet, deliveryId: id } = request.body
      const by = operatorOf(request, readWallet('wallet', wallet))
      return { ok: true as const, deliveryId: await retryDelivery(ctx, { by, id }) }
    },
  )
}

/**
 * Sends a webhook of a merchant again, and returns the id of the delivery in canonical form.
 *
 * @throws {AppError} `not_found`, `conflict` when the delivery is unsigned or its webhook is
 *   deleted or disabled.
 */
function retryDelivery(
  ctx: Context,
  { by, id }: { by: OperatorPrincipal; id: string },
): Promise<string> {
  return redeliver(ctx, {
    merchant: by.merchant,
    id,
    onRedeliver: (db, target) =>
      recordChange(
        { ...ctx, db },
        { by, action: 'webhook.redelivered', target, before: null, after: null },
      ),
  })
}
