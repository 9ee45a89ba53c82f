import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import type { Access } from '../../auth/access.js'
import { merchantOf } from '../../auth/caller.js'
import { anyOf, developer, session, subscriptionReaders } from '../../auth/guards.js'
import { requireCall } from '../../auth/limits/take-call.js'
import type { Context } from '../../platform/context.js'
import type { Feature } from '../../platform/feature.js'
import { readChoice, readWhole } from '../../platform/http/read-query.js'
import { sumPeriods } from '../ledger/day-sum.js'
import { describeFunnel, formatFunnel } from './funnel/describe-funnel.js'
import { getFunnel } from './funnel/get-funnel.js'
import { FunnelResponse } from './funnel/schemas.js'
import { describeItems, formatItems } from './items/describe-items.js'
import { getItemReport } from './items/get-item-report.js'
import { ItemReportQuery, ItemReportResponse } from './items/schemas.js'
import { readDayQuery } from './read-day-query.js'
import { ReportQuery } from './schemas.js'
import { reportResponse, sendCsv } from './send-csv.js'
import { settlementRoutes } from './settlement/routes.js'
import {
  describeSubscriptions,
  formatSubscriptions,
} from './subscriptions/describe-subscriptions.js'
import { getSubscriptionReport } from './subscriptions/get-subscription-report.js'
import { SubscriptionReportResponse } from './subscriptions/schemas.js'
import { describeSummary, formatSummary } from './summary/describe-summary.js'
import { getSummary } from './summary/get-summary.js'
import { SummaryResponse } from './summary/schemas.js'
import { describeTax, formatTax } from './tax/describe-tax.js'
import { getTaxReport } from './tax/get-tax-report.js'
import { TaxReportQuery, TaxReportResponse } from './tax/schemas.js'

const wholeDays =
  'The range is extended to whole UTC days and has at most 366 of them. Use `format=csv` to download a file.'

/** The reports that cover whole days. */
const reportRoutes: FastifyPluginAsyncTypebox<{ ctx: Context; access: Access }> = async (
  app,
  { ctx, access },
) => {
  const receipts = anyOf(developer({ scope: 'receipts:read' }), session({ may: 'receipts:read' }))
  const subscriptions = subscriptionReaders()

  /** Parses the query and counts the call. */
  async function readRequest(request: FastifyRequest<{ Querystring: ReportQuery }>) {
    const { format, ...range } = readDayQuery(request.query, ctx.now())
    const merchant = merchantOf(request)
    const network = access.hashNetwork(request.ip)
    await requireCall({ limiter: access.limiter, config: ctx.config }, 'reports', {
      merchant,
      network,
    })
    return { format, range: { ...range, merchant } }
  }

  app.get(
    '/api/reports/summary',
    {
      config: { outage: 'refuse', guard: receipts },
      schema: {
        tags: ['reports'],
        summary: 'Summarize sales by day and currency',
        description: `All figures are sums of the ledger, exact to a millionth of a dollar. A reversal counts on the day it is posted. ${wholeDays}`,
        querystring: ReportQuery,
        response: reportResponse(SummaryResponse),
      },
    },
    async (request, reply) => {
      const { format, range } = await readRequest(request)
      const summary = await getSummary(ctx, range)
      if (format === 'json') return describeSummary(summary)
      return sendCsv(reply, { name: 'summary', csv: formatSummary(summary) })
    },
  )

  app.get(
    '/api/reports/items',
    {
      config: { outage: 'refuse', guard: receipts },
      schema: {
        tags: ['reports'],
        summary: 'List the items with the highest sales',
        description: `Covers up to 50,000 sales that stand in the ledger. ${wholeDays}`,
        querystring: ItemReportQuery,
        response: reportResponse(ItemReportResponse),
      },
    },
    async (request, reply) => {
      const limit = readWhole('limit', request.query.limit, { min: 1, max: 100, fallback: 20 })
      const { format, range } = await readRequest(request)
      const report = await getItemReport(ctx, { ...range, limit })
      if (format === 'json') return describeItems(report)
      return sendCsv(reply, { name: 'items', csv: formatItems(report) })
    },
  )

  app.get(
    '/api/reports/funnel',
    {
      config: { outage: 'refuse', guard: receipts },
      schema: {
        tags: ['reports'],
        summary: 'Report how far buyers got, and why payments failed',
        description: `Covers up to 50,000 receipts created in the range. A receipt counts as paid while its sale stands in the ledger. ${wholeDays}`,
        querystring: ReportQuery,
        response: reportResponse(FunnelResponse),
      },
    },
    async (request, reply) => {
      const { format, range } = await readRequest(request)
      const funnel = await getFunnel(ctx, range)
      if (format === 'json') return describeFunnel(funnel)
      return sendCsv(reply, { name: 'funnel', csv: formatFunnel(funnel) })
    },
  )

  app.get(
    '/api/reports/subscriptions',
    {
      config: { outage: 'refuse', guard: subscriptions },
      schema: {
        tags: ['reports'],
        summary: 'Report recurring revenue, churn and cohorts',
        description: `Charges are sums of the ledger. ${wholeDays}`,
        querystring: ReportQuery,
        response: reportResponse(SubscriptionReportResponse),
      },
    },
    async (request, reply) => {
      const { format, range } = await readRequest(request)
      const report = await getSubscriptionReport(ctx, range)
      if (format === 'json') return describeSubscriptions(report)
      return sendCsv(reply, { name: 'subscriptions', csv: formatSubscriptions(report) })
    },
  )

  app.get(
    '/api/reports/tax',
    {
      config: { outage: 'refuse', guard: receipts },
      schema: {
        tags: ['reports'],
        summary: 'Report collected tax by jurisdiction, component and period',
        description: `All figures are sums of the ledger. ${wholeDays}`,
        querystring: TaxReportQuery,
        response: reportResponse(TaxReportResponse),
      },
    },
    async (request, reply) => {
      const period = readChoice('period', request.query.period, sumPeriods) ?? 'month'
      const { format, range } = await readRequest(request)
      const report = await getTaxReport(ctx, { ...range, period })
      if (format === 'json') return describeTax(report)
      return sendCsv(reply, { name: 'tax', csv: formatTax(report) })
    },
  )
}

export const reportsFeature: Feature<{ access: Access }> = {
  routes: [settlementRoutes, reportRoutes],
}
