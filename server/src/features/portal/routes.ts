import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { receiptOf } from '../../auth/caller.js'
import { anyone, portal } from '../../auth/guards.js'
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

/** What payment pages show and do. */
export const portalRoutes: FastifyPluginAsyncTypebox<{ ctx: Context }> = async (app, { ctx }) => {
  const tokens = createPortalTokens(ctx.config)
  const seen = anyone({ limit: 'portal' })
  const streams = createPortalStreams(ctx, { load: (ref) => getPortal(ctx, { ref, tokens }) })
  // Before the connections are waited for: these would never end by themselves.
  app.addHook('preClose', () => streams.close())

  app.get(
    '/api/portal/:id',
    {
      config: { guard: seen },
      schema: {
        tags: ['portal'],
        summary: 'A receipt as its buyer sees it, and how to pay it',
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
      // It would be an answer that never ends, and has nothing in it.
      exposeHeadRoute: false,
      config: { guard: seen },
      schema: {
        tags: ['portal'],
        summary: 'The same, now and whenever it changes',
        description:
          'Server-sent events: `event: receipt`, `id`, and as `data` what GET /api/portal/{id} answers. Last-Event-ID spares what is known.',
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
        summary: 'Say which transaction pays a receipt',
        description: 'A hint where to look, never proof: what counts is what the chain says.',
        params: PortalParams,
        body: TransactionBody,
        response: { 200: Done },
      },
    },
    async (request) => {
      const ref = receiptOf(request, request.params.id)
      await announceTransaction(ctx, { ref, body: request.body })
      return { ok: true as const }
    },
  )

  app.post(
    '/api/portal/:id/authorize',
    {
      config: { guard: portal() },
      schema: {
        tags: ['portal'],
        summary: 'Pay a receipt by signature, without gas',
        description:
          'Takes an EIP-3009 authorization and has it submitted. The same one again is taken once.',
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
        summary: 'Say what the buyer does on the payment page',
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
