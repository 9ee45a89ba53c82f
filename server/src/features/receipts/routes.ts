import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { authorOf, type Buyer, merchantOf } from '../../auth/caller.js'
import { anyOf, buyer, developer, session } from '../../auth/guards.js'
import { AppError } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import { degradedFields } from '../../platform/degraded/degraded.js'
import { orRecall } from '../../platform/degraded/recall-from.js'
import { shareReadsByKey } from '../../platform/share-reads.js'
import { createReceipt } from './create/create-receipt.js'
import { createPaymentUrls } from './create/payment-url.js'
import { storedBytesOf } from './create/receipt-rows.js'
import { CreatedReceipt, CreateReceiptBody } from './create/schemas.js'
import { getKnownReceipt, listKnownReceipts, recallReceipt } from './outage/recall-receipts.js'
import { describeReceipt, showThumbs } from './read/describe-receipt.js'
import type { PageFilter } from './read/page-store.js'
import { readReceiptQuery } from './read/read-receipt-query.js'
import {
  PostStatusBody,
  ReceiptPage,
  ReceiptParams,
  ReceiptQuery,
  ReceiptStatusResponse,
  RetrievedReceipt,
  StatusPosted,
  StatusQuery,
  ThumbsQuery,
} from './schemas.js'
import { describeStatus, type QuotedReceipt } from './status/describe-status.js'
import { postStatus, type RefundRemaining } from './status/post-status.js'

export type ReceiptRouteParts = {
  /** Handles a status posted by a buyer. The portal, which is built on receipts, provides it. */
  postBuyerStatus: (
    ctx: Context,
    input: { by: Buyer; body: PostStatusBody },
  ) => Promise<{ isDegraded: boolean }>
  /** Returns a receipt and its amount to pay. Settlement, which makes quotes, provides it. */
  getQuotedReceipt: (
    ctx: Context,
    which: { merchant: Address; id: string },
  ) => Promise<QuotedReceipt>
  /** Refunds everything left of a receipt. Refunds, which are built on receipts, provide it. */
  refundRemaining: RefundRemaining
}

export const receiptRoutes: FastifyPluginAsyncTypebox<
  { ctx: Context } & ReceiptRouteParts
> = async (app, { ctx, postBuyerStatus, getQuotedReceipt, refundRemaining }) => {
  const mayRead = anyOf(developer({ scope: 'receipts:read' }), session({ may: 'receipts:read' }))
  // A page takes the database ten times as long as one receipt, and everyone at a shop looks at the same one.
  const list = shareReadsByKey(
    (which: { merchant: Address; filter: PageFilter }) => describePage(ctx, which),
    (which) =>
      JSON.stringify(which, (_key, value) => (typeof value === 'bigint' ? `${value}` : value)),
  )

  app.get(
    '/api/receipts',
    {
      config: { outage: 'recall', guard: mayRead },
      schema: {
        tags: ['receipts'],
        summary: 'List receipts, newest first',
        querystring: ReceiptQuery,
        response: { 200: ReceiptPage },
      },
    },
    async (request) =>
      list({ merchant: merchantOf(request), filter: readReceiptQuery(request.query) }),
  )

  app.post(
    '/api/receipts',
    {
      config: {
        outage: 'journal',
        guard: anyOf(developer({ scope: 'receipts:write' }), session({ may: 'receipts:write' })),
        idempotent: { inOutage: true },
        createsReceipt: true,
      },
      schema: {
        tags: ['receipts'],
        summary: 'Create a receipt with your own id',
        description:
          'Billing details and your own reference have several accepted names; see docs/receipts.md.',
        body: CreateReceiptBody,
        response: { 201: CreatedReceipt },
      },
    },
    async (request, reply) => {
      const { receipt, isDegraded } = await createReceipt(ctx, {
        by: authorOf(request),
        body: request.body,
      })
      request.measureStored = () => storedBytesOf(receipt)
      const { id, redirectUrl, webhookUrl } = receipt
      const paymentUrlOf = await createPaymentUrls(ctx)
      return reply.code(201).send({
        id,
        paymentUrl: paymentUrlOf(receipt),
        status: 'pending' as const,
        redirectUrl,
        webhookUrl,
        ...(isDegraded ? degradedFields : {}),
      })
    },
  )

  app.get(
    '/api/receipts/status',
    {
      config: { outage: 'recall', guard: mayRead },
      schema: {
        tags: ['receipts'],
        summary: "Get a receipt's status",
        querystring: StatusQuery,
        response: { 200: ReceiptStatusResponse },
      },
    },
    async (request) => {
      const { receiptId: id } = request.query
      if (!id) throw new AppError('missing_receipt_id', 'receiptId is required.')
      const which = { merchant: merchantOf(request), id }
      const { receipt, quoted, ...mark } = await orRecall<QuotedReceipt>(
        () => getQuotedReceipt(ctx, which),
        async () => {
          const known = await recallReceipt(ctx, which)
          return known && { receipt: known.receipt, quoted: null }
        },
      )
      return { ...describeStatus(receipt, quoted), ...mark }
    },
  )

  app.post(
    '/api/receipts/status',
    {
      config: {
        outage: 'journal',
        guard: anyOf(developer(), session({ may: 'receipts:write' }), buyer()),
      },
      schema: {
        tags: ['receipts'],
        summary: "Set a receipt's status",
        description:
          'A developer key reports the progress of the buyer. Owners and admins can also record a manual payment, reconcile a receipt, mark it as failed, request a refund or record a refund of everything left. A buyer signed in on the payment page reports their own progress and can request a refund.',
        body: PostStatusBody,
        response: { 200: StatusPosted },
      },
    },
    async (request) => {
      const { caller, body } = request
      const { isDegraded } =
        caller?.kind === 'buyer'
          ? await postBuyerStatus(ctx, { by: caller, body })
          : await postStatus(ctx, { by: authorOf(request), body, refundRemaining })
      return { ok: true as const, ...(isDegraded ? degradedFields : {}) }
    },
  )

  app.get(
    '/api/receipts/:id',
    {
      config: { outage: 'recall', guard: mayRead },
      schema: {
        tags: ['receipts'],
        summary: 'Get a receipt',
        params: ReceiptParams,
        querystring: ThumbsQuery,
        response: { 200: RetrievedReceipt },
      },
    },
    async (request) => {
      const which = { merchant: merchantOf(request), id: request.params.id }
      const { receipt, history, ...mark } = await getKnownReceipt(ctx, which)
      const paymentUrlOf = await createPaymentUrls(ctx)
      const thumbOf = await showThumbs(ctx, [receipt], request.query)
      return { ...describeReceipt(receipt, { history, paymentUrlOf, thumbOf }), ...mark }
    },
  )
}

async function describePage(ctx: Context, which: { merchant: Address; filter: PageFilter }) {
  const { receipts, nextCursor, thumbsOmitted, ...mark } = await listKnownReceipts(ctx, which)
  const paymentUrlOf = await createPaymentUrls(ctx)
  const thumbOf = await showThumbs(
    ctx,
    receipts.map(({ receipt }) => receipt),
    { thumbs: which.filter.hasThumbs && !thumbsOmitted ? undefined : '0' },
  )
  return {
    receipts: receipts.map(({ receipt, history }) =>
      describeReceipt(receipt, { history, paymentUrlOf, thumbOf }),
    ),
    nextCursor,
    ...(thumbsOmitted ? { thumbsOmitted: true as const } : {}),
    ...mark,
  }
}
