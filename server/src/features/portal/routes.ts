import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Access } from '../../auth/access.js'
import { receiptOf } from '../../auth/caller.js'
import { anyone, portal } from '../../auth/guards.js'
import { createNetworkHash } from '../../auth/network-hash.js'
import { createPortalTokens } from '../../auth/portal-tokens.js'
import type { Context } from '../../platform/context.js'
import { authorizePayment } from '../authorizations/authorize-payment.js'
import { AuthorizationBody, AuthorizationResponse } from '../authorizations/schemas.js'
import { Done } from '../receipts/schemas.js'
import { announceTransaction } from './announce-transaction.js'
import { onAuthorizationAccepted } from './authorization-progress.js'
import { getOwner } from './get-owner.js'
import { getPortal } from './get-portal.js'
import { createPortalStreams } from './live/portal-streams.js'
import { reportProgress } from './report-progress.js'
import {
  EventStream,
  PortalParams,
  PortalQuery,
  PortalReceipt,
  ProgressBody,
  TransactionBody,
} from './schemas.js'

export const portalRoutes: FastifyPluginAsyncTypebox<{ ctx: Context; access: Access }> = async (
  app,
  { ctx, access },
) => {
  const tokens = createPortalTokens(ctx.config)
  const hashNetwork = createNetworkHash(ctx.config)
  const publicGuard = anyone({ limit: 'portal' })
  const streams = createPortalStreams(ctx, { load: (ref) => getPortal(ctx, { ref, tokens }) })
  // Close streams before the server waits for its connections: they never end on their own.
  app.addHook('preClose', () => streams.close())

  app.get(
    '/api/portal/:id',
    {
      config: { guard: publicGuard },
      schema: {
        tags: ['portal'],
        summary: 'Get a receipt and its payment options',
        params: PortalParams,
        querystring: PortalQuery,
        response: { 200: PortalReceipt },
      },
    },
    async (request) => {
      const { id: receiptId } = request.params
      const { recipient } = request.query
      const merchant = await getOwner(ctx, { id: receiptId, recipient })
      return getPortal(ctx, { ref: { merchant, receiptId }, tokens })
    },
  )

  app.get(
    '/api/portal/:id/events',
    {
      // A HEAD request would never end.
      exposeHeadRoute: false,
      config: { guard: publicGuard },
      schema: {
        tags: ['portal'],
        summary: 'Stream a receipt and its changes',
        description:
          'Server-sent events: `event: receipt`, `id`, and `data` with the response of GET /api/portal/{id}. Send Last-Event-ID to skip an event you already have.',
        params: PortalParams,
        querystring: PortalQuery,
        response: { 200: EventStream },
      },
    },
    async (request, reply) => {
      const { id: receiptId } = request.params
      const { recipient } = request.query
      const merchant = await getOwner(ctx, { id: receiptId, recipient })
      await streams.open({ merchant, receiptId }, { request, reply })
      return reply
    },
  )

  app.post(
    '/api/portal/:id/tx',
    {
      config: { guard: portal() },
      schema: {
        tags: ['portal'],
        summary: 'Announce a transaction that pays a receipt',
        description:
          'Tells the service where to look. The receipt changes only when the payment is confirmed on chain. A receipt accepts 20 transactions, of which 5 may be waiting to be found. A network address may have 20 that wait. Beyond that, payments are still detected automatically.',
        params: PortalParams,
        body: TransactionBody,
        response: { 200: Done },
      },
    },
    async (request) => {
      const ref = receiptOf(request, request.params.id)
      const network = hashNetwork(request.ip)
      await announceTransaction(ctx, { ref, body: request.body, network })
      return { ok: true as const }
    },
  )

  app.post(
    '/api/portal/:id/authorize',
    {
      config: { guard: portal() },
      schema: {
        tags: ['portal'],
        summary: 'Pay a receipt with a signature, without gas',
        description:
          'Accepts an EIP-3009 authorization and submits it on chain. Sending the same authorization again has no effect. Returns 400 insufficient_stock when other buyers got items of an order without a key first.',
        params: PortalParams,
        body: AuthorizationBody,
        response: { 200: AuthorizationResponse },
      },
    },
    async (request) => {
      const ref = receiptOf(request, request.params.id)
      const txHash = await authorizePayment(ctx, {
        ref,
        body: request.body,
        runContractCheck: access.contractChecks.forAddress(request.ip),
        onAccepted: onAuthorizationAccepted,
      })
      return { ok: true as const, txHash }
    },
  )

  app.post(
    '/api/portal/:id/progress',
    {
      config: { guard: portal() },
      schema: {
        tags: ['portal'],
        summary: 'Report the buyer’s progress on the payment page',
        params: PortalParams,
        body: ProgressBody,
        response: { 200: Done },
      },
    },
    async (request) => {
      const ref = receiptOf(request, request.params.id)
      await reportProgress(ctx, { ref, body: request.body })
      return { ok: true as const }
    },
  )
}
