import type { FastifyRequest } from 'fastify'
import type { Access } from '../../auth/access.js'
import { pageOf } from '../../auth/caller.js'
import { anyone, portal } from '../../auth/guards.js'
import { createPortalTokens, type PortalPage } from '../../auth/portal-tokens.js'
import type { Routes } from '../../platform/feature.js'
import { authorizePayment } from '../authorizations/authorize-payment.js'
import { AuthorizationBody, AuthorizationResponse } from '../authorizations/schemas.js'
import { Done } from '../receipts/schemas.js'
import { announceTransaction } from './checkout/announce-transaction.js'
import { onAuthorizationAccepted } from './checkout/apply-progress.js'
import { checkoutCookie, holdsCheckout, readCheckoutId } from './checkout/checkout.js'
import { openPortal } from './checkout/open-portal.js'
import { reportProgress } from './checkout/report-progress.js'
import { createPortalStreams } from './live/portal-streams.js'
import {
  EventStream,
  PortalParams,
  PortalQuery,
  PortalReceipt,
  ProgressBody,
  TransactionBody,
} from './schemas.js'
import { getWholePortal, showOn } from './view/get-portal.js'
import { showPortal } from './view/recall-portal.js'

export const portalRoutes: Routes<{ access: Access }> = async (app, { ctx, access }) => {
  const tokens = createPortalTokens(ctx.config)
  const { hashNetwork } = access
  const publicGuard = anyone({ limit: 'portal' })
  const streams = createPortalStreams(ctx, {
    // An event is sent for every change, so it refers to pictures by their hashes only.
    load: (ref) => getWholePortal(ctx, { ref, tokens, thumbs: '0' }),
  })
  // Close streams before the server waits for its connections: they never end on their own.
  app.addHook('preClose', () => streams.close())

  app.get(
    '/api/portal/:id',
    {
      config: { outage: 'recall', guard: publicGuard },
      schema: {
        summary: 'Get a receipt and its payment options',
        params: PortalParams,
        querystring: PortalQuery,
        response: { 200: PortalReceipt },
      },
    },
    async (request) => {
      const link = { id: request.params.id, query: request.query }
      const { receipt } = await showPortal(ctx, { link, tokens })
      return receipt
    },
  )

  app.get(
    '/api/portal/:id/events',
    {
      // A HEAD request would never end.
      exposeHeadRoute: false,
      config: { outage: 'refuse', guard: publicGuard },
      schema: {
        summary: 'Stream a receipt and its changes',
        description:
          'Server-sent events. The first is `event: receipt` with the response of GET /api/portal/{id}?thumbs=0 as its data. Later ones are `event: change` with the fields that changed; of `payment`, only its changed fields. Send Last-Event-ID to skip an event you already have.',
        params: PortalParams,
        querystring: PortalQuery,
        response: { 200: EventStream },
      },
    },
    async (request, reply) => {
      const page = await openPortal(ctx, { id: request.params.id, query: request.query })
      const show = (receipt: PortalReceipt) => showOn(page, { receipt, tokens })
      await streams.open(page, { request, reply, show })
      return reply
    },
  )

  app.post(
    '/api/portal/:id/tx',
    {
      config: { outage: 'refuse', guard: portal() },
      schema: {
        summary: 'Announce a transaction that pays a receipt',
        description:
          'Tells the service where to look. The receipt changes only when the payment is confirmed on chain. A receipt accepts 20 transactions, of which 5 may be waiting to be found. A network address may have 20 that wait. Beyond that, payments are still detected automatically.',
        params: PortalParams,
        body: TransactionBody,
        response: { 200: Done },
      },
    },
    async (request) => {
      const page = pageOf(request, request.params.id)
      const network = hashNetwork(request.ip)
      const isOfCheckout = await isFromCheckout(page, request)
      await announceTransaction(ctx, { page, body: request.body, network, isOfCheckout })
      return { ok: true as const }
    },
  )

  app.post(
    '/api/portal/:id/authorize',
    {
      config: { outage: 'refuse', guard: portal() },
      schema: {
        summary: 'Pay a receipt with a signature, without gas',
        description:
          'Accepts an EIP-3009 authorization and submits it on chain. Sending the same authorization again has no effect. Returns 400 insufficient_stock when other buyers got items of an order without a key first.',
        params: PortalParams,
        body: AuthorizationBody,
        response: { 200: AuthorizationResponse },
      },
    },
    async (request) => {
      const page = pageOf(request, request.params.id)
      const txHash = await authorizePayment(ctx, {
        ref: page,
        body: request.body,
        runContractCheck: access.contractChecks.forAddress(request.ip),
        isOfCheckout: await isFromCheckout(page, request),
        onAccepted: onAuthorizationAccepted(page),
      })
      return { ok: true as const, txHash }
    },
  )

  app.post(
    '/api/portal/:id/progress',
    {
      config: { outage: 'refuse', guard: portal() },
      schema: {
        summary: 'Report the buyer’s progress on the payment page',
        description:
          'checkout_initialized sets an HttpOnly cookie with the id of the checkout. Only its holder may report failed; others get 403. A page that was opened without the k of its link gets no cookie, and its checkout_initialized and pending count as link_opened.',
        params: PortalParams,
        body: ProgressBody,
        response: { 200: Done },
      },
    },
    async (request, reply) => {
      const { id: receiptId } = request.params
      const checkoutId = await reportProgress(ctx, {
        page: pageOf(request, receiptId),
        checkoutId: readCheckoutId(request.headers.cookie),
        body: request.body,
      })
      if (checkoutId !== null) {
        reply.header('set-cookie', checkoutCookie(ctx.config, { receiptId, checkoutId }))
      }
      return { ok: true as const }
    },
  )

  function isFromCheckout(page: PortalPage, { headers }: FastifyRequest): Promise<boolean> {
    return holdsCheckout(ctx, { ref: page, checkoutId: readCheckoutId(headers.cookie) })
  }
}
