import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { merchantOf } from '../../../auth/caller.js'
import { anyOf, developer, session } from '../../../auth/guards.js'
import type { Context } from '../../../platform/context.js'
import { readReportQuery } from '../read-report-query.js'
import { ReportQuery } from '../schemas.js'
import { reportResponse, sendCsv } from '../send-csv.js'
import { describeSettlement, formatSettlement } from './describe-settlement.js'
import { getSettlementReport } from './get-settlement-report.js'
import { SettlementReportResponse } from './schemas.js'

/** The settlement report, for accounting. */
export const settlementRoutes: FastifyPluginAsyncTypebox<{ ctx: Context }> = async (
  app,
  { ctx },
) => {
  app.get(
    '/api/reports/settlement',
    {
      config: {
        outage: 'refuse',
        guard: anyOf(developer({ scope: 'receipts:read' }), session({ may: 'receipts:read' })),
      },
      schema: {
        tags: ['reports'],
        summary: 'Get a settlement report by receipt',
        description:
          'Covers up to 10,000 receipts, and as many payments without a sale. Use `format=csv` to download a file.',
        querystring: ReportQuery,
        response: reportResponse(SettlementReportResponse),
      },
    },
    async (request, reply) => {
      const { format, ...span } = readReportQuery(request.query, ctx.now())
      const report = await getSettlementReport(ctx, { merchant: merchantOf(request), ...span })
      if (format === 'json') return describeSettlement(report)
      return sendCsv(reply, { name: 'settlement', csv: formatSettlement(report) })
    },
  )
}
