import type { Access } from '../../../auth/access.js'
import { merchantOf, principalOf } from '../../../auth/caller.js'
import { session } from '../../../auth/guards.js'
import { callsExceeded, takeCall } from '../../../auth/limits/take-call.js'
import type { Routes } from '../../../platform/feature.js'
import { newIdFor } from '../../../platform/http/idempotency/claim-request.js'
import { optionalBody } from '../../../platform/http/schemas.js'
import { countJobStart } from '../../jobs/count-job-start.js'
import { describeJob } from '../../jobs/describe-job.js'
import { JobResponse } from '../../jobs/schemas.js'
import { startJob } from '../../jobs/start-job.js'
import { ReceiptParams } from '../../receipts/schemas.js'
import type { RescanJobInput } from './rescan-job.js'
import { readTokens, rescanReceipt } from './rescan-receipt.js'
import { RescanBody, RescanJobBody, RescanResponse } from './schemas.js'

export const rescanRoutes: Routes<{ access: Access }> = async (app, { ctx, access }) => {
  app.post(
    '/api/receipts/:id/rescan',
    {
      config: { outage: 'refuse', guard: session({ may: 'refunds:write' }) },
      schema: {
        tags: ['receipts'],
        summary: 'Search the deposit address of a receipt for money',
        description:
          'Reads the balances of the deposit address and of those of earlier bills, watches them for another 90 days, and flushes money that no payment explains. The flush then counts as a payment. At most 30 calls per minute and merchant, and 60 per minute and network address.',
        params: ReceiptParams,
        body: optionalBody(RescanBody),
        response: { 200: RescanResponse },
      },
    },
    async (request) => {
      const merchant = merchantOf(request)
      const tokens = readTokens(request.body?.tokens)
      const network = access.hashNetwork(request.ip)
      const counting = { limiter: access.limiter, config: ctx.config }
      const call = await takeCall(counting, 'rescans', { merchant, network })
      if (call.budget.isExceeded) throw callsExceeded(call)
      return rescanReceipt(ctx, { merchant, id: request.params.id, tokens })
    },
  )

  app.post(
    '/api/jobs/rescan',
    {
      config: { outage: 'refuse', guard: session({ may: 'refunds:write' }), idempotent: {} },
      schema: {
        tags: ['jobs'],
        summary: 'Search the deposit addresses of receipts for money in the background',
        description:
          'Does for up to 200 receipts what POST /api/receipts/{id}/rescan does for one.',
        body: RescanJobBody,
        response: { 202: JobResponse },
      },
    },
    async (request, reply) => {
      await countJobStart(ctx, { access, request })
      const id = newIdFor(ctx, { request, prefix: 'job' })
      const input: RescanJobInput = { receiptIds: [...new Set(request.body.receiptIds)] }
      const job = await startJob(ctx, { by: principalOf(request), id, kind: 'rescan', input })
      return reply.code(202).send({ ok: true as const, ...describeJob(ctx, job) })
    },
  )
}
