import { authorOf, type Buyer, merchantOf, sellerOf } from '../../auth/caller.js'
import { anyOf, buyer, developer, device, session } from '../../auth/guards.js'
import { AppError } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import type { Context } from '../../platform/context.js'
import { degradedFields } from '../../platform/degraded/degraded.js'
import { orRecall } from '../../platform/degraded/recall-from.js'
import type { Routes } from '../../platform/feature.js'
import { readingFrom } from '../../platform/reading-from.js'
import { shareReadsByKey } from '../../platform/share-reads.js'
import { createReceipt } from './create/create-receipt.js'
import { createPaymentUrls } from './create/payment-url.js'
import { storedBytesOf } from './create/receipt-rows.js'
import { CreatedReceipt, CreateReceiptBody } from './create/schemas.js'
import {
  getKnownReceipt,
  listKnownReceipts,
  orNullUnless,
  recallReceipt,
  requireOwn,
} from './outage/recall-receipts.js'
import { describeReceipt, showThumbs } from './read/describe-receipt.js'
import { findZoneOfDays } from './read/find-zone-of-days.js'
import { ownSalesOf, visibleTo } from './read/own-sales.js'
import type { PageFilter } from './read/page-store.js'
import { readReceiptQuery } from './read/read-receipt-query.js'
import type { SettleAgain } from './receipt.js'
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
  getQuotedReceipt: (ctx: Context, ref: { merchant: Address; id: string }) => Promise<QuotedReceipt>
  /** Refunds everything left of a receipt. Refunds, which are built on receipts, provide it. */
  refundRemaining: RefundRemaining
  settleAgain: SettleAgain
}

export const receiptRoutes: Routes<ReceiptRouteParts> = async (
  app,
  { ctx, postBuyerStatus, getQuotedReceipt, refundRemaining, settleAgain },
) => {
  // Cashiers see their own sales only.
  const mayRead = anyOf(
    developer({ scope: 'receipts:read' }),
    session({ may: 'receipts:read-own' }),
    device({ may: ['see_own_sales', 'see_all_sales'] }),
  )
  const mayFollow = anyOf(
    developer({ scope: 'receipts:read' }),
    session({ may: 'receipts:read-own' }),
    device({ may: ['sell', 'see_own_sales', 'see_all_sales'] }),
  )
  // A page takes the database ten times as long as one receipt, and everyone at a shop looks at the
  // same one.
  const list = shareReadsByKey(
    (page: { merchant: Address; filter: PageFilter }) => describePage(readingFrom(ctx), page),
    (page) =>
      JSON.stringify(page, (_key, value) => (typeof value === 'bigint' ? `${value}` : value)),
  )

  app.get(
    '/api/receipts',
    {
      config: { outage: 'recall', guard: mayRead },
      schema: {
        summary: 'List receipts, newest first',
        querystring: ReceiptQuery,
        response: { 200: ReceiptPage },
      },
    },
    async (request) => {
      const merchant = merchantOf(request)
      const timeZone = await findZoneOfDays(ctx, { merchant, query: request.query })
      const filter = { ...readReceiptQuery(request.query, timeZone), ...visibleTo(request) }
      return list({ merchant, filter })
    },
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
        settleAgain,
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
      config: { outage: 'recall', guard: mayFollow },
      schema: {
        summary: "Get a receipt's status",
        querystring: StatusQuery,
        response: { 200: ReceiptStatusResponse },
      },
    },
    async (request) => {
      const { receiptId: id } = request.query
      if (!id) throw new AppError('missing_receipt_id', 'receiptId is required.')
      const which = { merchant: merchantOf(request), id }
      const ownSales = ownSalesOf(request)
      const { receipt, quoted, ...mark } = await orRecall<QuotedReceipt>(
        async () => requireOwn(await getQuotedReceipt(ctx, which), ownSales),
        async () => {
          const recalled = orNullUnless(await recallReceipt(ctx, which), ownSales)
          return recalled && { receipt: recalled.receipt, quoted: null }
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
        guard: anyOf(
          developer(),
          session({ may: 'receipts:write' }),
          device({ may: ['sell', 'record_cash', 'refund'] }),
          buyer(),
        ),
      },
      schema: {
        summary: "Set a receipt's status",
        description:
          'A developer key reports the progress of the buyer. At a register, a cashier with the right sell cancels an unpaid sale, one with the right record_cash records a payment in cash, and one with the right refund declines a refund request. Owners and admins can also record a manual payment, reconcile a receipt, mark it as failed, request a refund or record a refund of everything left. A buyer signed in on the payment page reports their own progress and can request a refund.',
        body: PostStatusBody,
        response: { 200: StatusPosted },
      },
    },
    async (request) => {
      const { caller, body } = request
      const { isDegraded } =
        caller?.kind === 'buyer'
          ? await postBuyerStatus(ctx, { by: caller, body })
          : await postStatus(ctx, {
              by: sellerOf(request),
              own: ownSalesOf(request),
              body,
              refundRemaining,
              settleAgain,
              verifiedAt: caller?.kind === 'person' ? caller.verifiedAt : null,
            })
      return { ok: true as const, ...(isDegraded ? degradedFields : {}) }
    },
  )

  app.get(
    '/api/receipts/:id',
    {
      config: { outage: 'recall', guard: mayRead },
      schema: {
        summary: 'Get a receipt',
        params: ReceiptParams,
        querystring: ThumbsQuery,
        response: { 200: RetrievedReceipt },
      },
    },
    async (request) => {
      const ownSales = ownSalesOf(request)
      const which = { merchant: merchantOf(request), id: request.params.id, own: ownSales }
      const { receipt, history, ...mark } = await getKnownReceipt(ctx, which)
      const paymentUrlOf = await createPaymentUrls(ctx)
      const thumbOf = await showThumbs(ctx, [receipt], request.query)
      return { ...describeReceipt(receipt, { history, paymentUrlOf, thumbOf }), ...mark }
    },
  )
}

async function describePage(ctx: Context, page: { merchant: Address; filter: PageFilter }) {
  const { receipts, nextCursor, thumbsOmitted, ...mark } = await listKnownReceipts(ctx, page)
  const paymentUrlOf = await createPaymentUrls(ctx)
  const thumbOf = await showThumbs(
    ctx,
    receipts.map(({ receipt }) => receipt),
    { thumbs: page.filter.hasThumbs && !thumbsOmitted ? undefined : '0' },
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
