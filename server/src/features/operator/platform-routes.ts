import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { operatorOf } from '../../auth/caller.js'
import { operator } from '../../auth/guards.js'
import { readWallet } from '../../lib/hex.js'
import { DAY_MS, writeDay } from '../../lib/time.js'
import type { Context } from '../../platform/context.js'
import { readWhole } from '../../platform/http/read-query.js'
import { listPlatformVolume } from '../ledger/sum-days.js'
import { listFailedDeliveries } from '../webhooks/deliveries/list-failed-deliveries.js'
import { describeDay, describeFailed, describeRelayer } from './describe-platform.js'
import { getRelayer } from './get-relayer.js'
import { readCursor, writeCursor } from './position.js'
import { readVolumeQuery } from './read-volume-query.js'
import { retryDelivery } from './retry-delivery.js'
import {
  FailedDeliveryPage,
  FailedDeliveryQuery,
  RelayerResponse,
  RetriedDelivery,
  RetryBody,
  VolumeQuery,
  VolumeResponse,
} from './schemas.js'

/** The state of the whole platform, for its operators. */
export const platformRoutes: FastifyPluginAsyncTypebox<{ ctx: Context }> = async (app, { ctx }) => {
  const config = { guard: operator() }
  const tags = ['operator']

  app.get(
    '/api/admin/volume',
    {
      config: { ...config, outage: 'refuse' },
      schema: {
        tags,
        summary: 'Get the volume and the fees of the platform by day and asset',
        description: 'From the ledger of all merchants.',
        querystring: VolumeQuery,
        response: { 200: VolumeResponse },
      },
    },
    async ({ query }) => {
      const range = readVolumeQuery(query, ctx.now())
      const days = await listPlatformVolume(ctx, range)
      return {
        ok: true as const,
        from: writeDay(range.from / DAY_MS),
        to: writeDay(range.to / DAY_MS - 1),
        days: days.map(describeDay),
      }
    },
  )

  app.get(
    '/api/admin/relayer',
    {
      config: { ...config, outage: 'refuse' },
      schema: {
        tags,
        summary: 'Get the balances, gas budgets and queue of the relayers',
        description:
          'Balances come from the chain, and `relayers` is null when it does not respond within two seconds. Budgets and queue come from the database.',
        response: { 200: RelayerResponse },
      },
    },
    async () => describeRelayer(await getRelayer(ctx)),
  )

  app.get(
    '/api/admin/webhooks/failed',
    {
      config: { ...config, outage: 'refuse' },
      schema: {
        tags,
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
        tags,
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
