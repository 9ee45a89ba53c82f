import type { Readable } from 'node:stream'
import { Type } from 'typebox'
import type { Access } from '../../../../auth/access.js'
import { merchantOf, principalOf } from '../../../../auth/caller.js'
import { anyOf, developer, session } from '../../../../auth/guards.js'
import { requireCall } from '../../../../auth/limits/take-call.js'
import { streamWhileAdmitted } from '../../../../auth/stream-while-admitted.js'
import type { Routes } from '../../../../platform/feature.js'
import { newIdFor } from '../../../../platform/http/idempotency/claim-request.js'
import { optionalBody } from '../../../../platform/http/schemas.js'
import { readingFrom } from '../../../../platform/reading-from.js'
import { countJobStart } from '../../../jobs/count-job-start.js'
import { describeJob } from '../../../jobs/describe-job.js'
import { JobResponse } from '../../../jobs/schemas.js'
import { startJob } from '../../../jobs/start-job.js'
import { ReceiptFilterQuery } from '../../schemas.js'
import { findZoneOfDays } from '../find-zone-of-days.js'
import { readReceiptFilter } from '../read-receipt-query.js'
import type { ExportJobInput } from './export-job.js'
import { exportReceipts, requireExportable } from './export-receipts.js'

/** Streamed text. */
const streamed = Type.Unsafe<Readable>(Type.String())

export const receiptExportRoutes: Routes<{ access: Access }> = async (app, { ctx, access }) => {
  app.get(
    '/api/receipts/export',
    {
      config: {
        outage: 'refuse',
        guard: anyOf(developer({ scope: 'receipts:read' }), session({ may: 'receipts:read' })),
      },
      schema: {
        summary: 'Export receipts as a CSV file',
        description:
          'Takes the filters of the list. The newest receipt comes first. A file has at most 100,000 receipts.',
        querystring: ReceiptFilterQuery,
        response: { 200: { content: { 'text/csv': { schema: streamed } } } },
      },
    },
    async (request, reply) => {
      const merchant = merchantOf(request)
      const reading = readingFrom(ctx)
      const timeZone = await findZoneOfDays(reading, { merchant, query: request.query })
      const selection = { merchant, filter: readReceiptFilter(request.query, timeZone) }
      const { limiter } = access
      const keys = { merchant: selection.merchant, network: access.hashNetwork(request.ip) }
      await requireCall({ limiter, config: ctx.config }, 'receipt-exports', keys)
      await requireExportable(reading, selection)
      const chunks = exportReceipts(reading, selection)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="receipts.csv"')
        .send(streamWhileAdmitted(request, { may: 'receipts:read', chunks }))
    },
  )

  app.post(
    '/api/jobs/export',
    {
      config: { outage: 'refuse', guard: session({ may: 'receipts:read' }), idempotent: {} },
      schema: {
        tags: ['jobs'],
        summary: 'Export receipts as a CSV file in the background',
        description:
          'Takes the filters of the list in the body. A file has at most 100,000 receipts, and is deleted after a day.',
        body: optionalBody(ReceiptFilterQuery),
        response: { 202: JobResponse },
      },
    },
    async (request, reply) => {
      const by = principalOf(request)
      const { merchant } = by
      const query = request.body ?? {}
      const timeZone = await findZoneOfDays(ctx, { merchant, query })
      const selection = { merchant, filter: readReceiptFilter(query, timeZone) }
      await countJobStart(ctx, { access, request })
      await requireExportable(ctx, selection)
      const id = newIdFor(ctx, { request, prefix: 'job' })
      const input: ExportJobInput = { query, timeZone }
      const job = await startJob(ctx, { by, id, kind: 'export', input })
      return reply.code(202).send({ ok: true as const, ...describeJob(ctx, job) })
    },
  )
}
