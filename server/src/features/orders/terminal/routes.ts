import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { principalOf } from '../../../auth/caller.js'
import { session } from '../../../auth/guards.js'
import type { Context } from '../../../platform/context.js'
import { degradedFields } from '../../../platform/degraded/degraded.js'
import { newIdFor } from '../../../platform/http/idempotency/claim-request.js'
import { firstEvent } from '../../receipts/create/new-receipt.js'
import { createPaymentUrls } from '../../receipts/create/payment-url.js'
import { storedBytesOf } from '../../receipts/create/receipt-rows.js'
import { describeReceipt, showThumbs } from '../../receipts/read/describe-receipt.js'
import { ThumbsQuery } from '../../receipts/schemas.js'
import { authorName } from '../../receipts/status/add-timeline-entry.js'
import { createTerminalReceipt } from './create-terminal-receipt.js'
import { MadeReceipt, TerminalBody } from './schemas.js'

export const terminalRoutes: FastifyPluginAsyncTypebox<{ ctx: Context }> = async (app, { ctx }) => {
  app.post(
    '/api/receipts/terminal',
    {
      config: {
        outage: 'journal',
        guard: session({ may: 'receipts:write' }),
        idempotent: { inOutage: true },
        createsReceipt: true,
      },
      schema: {
        tags: ['receipts'],
        summary: 'Create a point-of-sale receipt',
        description:
          'Sells an amount, catalog items, or both. A discount reduces the subtotal before tax, but never below zero. A tip carries no tax and no fee.',
        querystring: ThumbsQuery,
        body: TerminalBody,
        response: { 200: MadeReceipt },
      },
    },
    async (request) => {
      const by = principalOf(request)
      const { receipt, isDegraded } = await createTerminalReceipt(ctx, {
        by,
        id: newIdFor(ctx, { request, prefix: 'rcpt' }),
        body: request.body,
      })
      request.measureStored = () => storedBytesOf(receipt)
      const history = { events: [firstEvent(receipt, authorName(by))], refunds: [] }
      const paymentUrlOf = await createPaymentUrls(ctx)
      const thumbOf = await showThumbs(ctx, [receipt], request.query)
      return {
        ok: true as const,
        ...(isDegraded ? degradedFields : {}),
        receipt: describeReceipt(receipt, { history, paymentUrlOf, thumbOf }),
      }
    },
  )
}
