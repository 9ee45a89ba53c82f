import { Readable } from 'node:stream'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Access } from '../../../../auth/access.js'
import { merchantOf } from '../../../../auth/caller.js'
import { anyOf, developer, session } from '../../../../auth/guards.js'
import { requireCall } from '../../../../auth/limits/take-call.js'
import type { Context } from '../../../../platform/context.js'
import { ReceiptFilterQuery } from '../../schemas.js'
import { readReceiptFilter } from '../read-receipt-query.js'
import { exportReceipts, requireExportable } from './export-receipts.js'

/** Streamed text. */
const streamed = Type.Unsafe<Readable>(Type.String())

export const receiptExportRoutes: FastifyPluginAsyncTypebox<{
  ctx: Context
  access: Access
}> = async (app, { ctx, access }) => {
  app.get(
    '/api/receipts/export',
    {
      config: {
        outage: 'refuse',
        guard: anyOf(developer({ scope: 'receipts:read' }), session({ may: 'receipts:read' })),
      },
      schema: {
        tags: ['receipts'],
        summary: 'Export receipts as a CSV file',
        description:
          'Takes the filters of the list. The newest receipt comes first. A file has at most 100,000 receipts.',
        querystring: ReceiptFilterQuery,
        response: { 200: { content: { 'text/csv': { schema: streamed } } } },
      },
    },
    async (request, reply) => {
      const which = { merchant: merchantOf(request), filter: readReceiptFilter(request.query) }
      const { limiter } = access
      const keys = { merchant: which.merchant, network: access.hashNetwork(request.ip) }
      await requireCall({ limiter, config: ctx.config }, 'receipt-exports', keys)
      await requireExportable(ctx, which)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="receipts.csv"')
        .send(Readable.from(exportReceipts(ctx, which)))
    },
  )
}
