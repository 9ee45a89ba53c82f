import type { FastifyRequest } from 'fastify'
import type { Access } from '../../auth/access.js'
import { merchantOf } from '../../auth/caller.js'
import { anyOf, developer, session, subscriptionReaders } from '../../auth/guards.js'
import { requireCall } from '../../auth/limits/take-call.js'
import type { Feature, Routes } from '../../platform/feature.js'
import { readChoice, readWhole } from '../../platform/http/read-query.js'
import { readingFrom } from '../../platform/reading-from.js'
import { sumPeriods } from '../ledger/day-sum.js'
import { getTimeZone } from '../shop/get-time-zone.js'
import { describeFunnel, formatFunnel, getFunnel } from './funnel/get-funnel.js'
import { FunnelResponse } from './funnel/schemas.js'
import { describeHome, getHome, readHomeQuery } from './home/get-home.js'
import { HomeQuery, HomeResponse } from './home/schemas.js'
import { describeItems, formatItems, getItemReport } from './items/get-item-report.js'
import { ItemReportQuery, ItemReportResponse } from './items/schemas.js'
import { readDayQuery, readReportQuery } from './read-report-query.js'
import { ReportQuery } from './schemas.js'
import { reportResponse, sendCsv } from './send-csv.js'
import { describeSettlement, formatSettlement } from './settlement/describe-settlement.js'
import { getSettlementReport } from './settlement/get-settlement-report.js'
import { SettlementReportResponse } from './settlement/schemas.js'
import {
  describeSubscriptions,
  formatSubscriptions,
  getSubscriptionReport,
} from './subscriptions/get-subscription-report.js'
import { SubscriptionReportResponse } from './subscriptions/schemas.js'
import { describeSummary, formatSummary, getSummary } from './summary/get-summary.js'
import { SummaryResponse } from './summary/schemas.js'
import { describeTax, formatTax, getTaxReport } from './tax/get-tax-report.js'
import { TaxReportQuery, TaxReportResponse } from './tax/schemas.js'

const wholeDays =
  'The range is extended to whole days of the time zone and has at most 366 of them. Use `format=csv` to download a file.'

const reportRoutes: Routes<{ access: Access }> = async (app, { ctx, access }) => {
  const receipts = anyOf(developer({ scope: 'receipts:read' }), session({ may: 'reports:read' }))
  const subscriptions = subscriptionReaders()

  /** Returns the query, the time zone of its days, the merchant, and the context of its reads. */
  async function readInput(request: FastifyRequest<{ Querystring: ReportQuery }>) {
    const { query } = request
    const merchant = merchantOf(request)
    const reading = readingFrom(ctx)
    const timeZone = await getTimeZone(reading, { merchant, timeZone: query.timeZone })
    return { query, timeZone, now: ctx.now(), merchant, reading }
  }

  /** Parses the query and counts the call. */
  async function readRequest(request: FastifyRequest<{ Querystring: ReportQuery }>) {
    const { merchant, reading, ...input } = await readInput(request)
    const { format, ...range } = readDayQuery(input)
    await countCall(request)
    return { format, range: { ...range, merchant }, reading }
  }

  async function countCall(request: FastifyRequest): Promise<void> {
    const network = access.hashNetwork(request.ip)
    await requireCall({ limiter: access.limiter, config: ctx.config }, 'reports', {
      merchant: merchantOf(request),
      network,
    })
  }

  app.get(
    '/api/reports/summary',
    {
      config: { outage: 'refuse', guard: receipts },
      schema: {
        summary: 'Summarize sales by day and currency',
        description: `All figures are sums of the ledger, exact to a millionth of a dollar. A reversal counts on the day it is posted. ${wholeDays}`,
        querystring: ReportQuery,
        response: reportResponse(SummaryResponse),
      },
    },
    async (request, reply) => {
      const { format, range, reading } = await readRequest(request)
      const summary = await getSummary(reading, range)
      if (format === 'json') return describeSummary(summary)
      return sendCsv(reply, { name: 'summary', csv: formatSummary(summary) })
    },
  )

  app.get(
    '/api/reports/home',
    {
      config: { outage: 'refuse', guard: receipts },
      schema: {
        summary: 'Get the figures of a home screen by day, with those before',
        description:
          'Sales, refunds, fees and tips are sums of the ledger. Open and failed receipts count on the day they were created. `previous` is the period of the same length before, `lastWeek` the same days of the week before. A range has at most 92 days.',
        querystring: HomeQuery,
        response: { 200: HomeResponse },
      },
    },
    async (request) => {
      const { merchant, reading, ...input } = await readInput(request)
      const range = readHomeQuery(input)
      await countCall(request)
      return describeHome(await getHome(reading, { ...range, merchant }))
    },
  )

  app.get(
    '/api/reports/items',
    {
      config: { outage: 'refuse', guard: receipts },
      schema: {
        summary: 'List the items with the highest sales',
        description: `Covers up to 50,000 sales in the ledger that were not reversed. ${wholeDays}`,
        querystring: ItemReportQuery,
        response: reportResponse(ItemReportResponse),
      },
    },
    async (request, reply) => {
      const limit = readWhole('limit', request.query.limit, { min: 1, max: 100, fallback: 20 })
      const { format, range, reading } = await readRequest(request)
      const report = await getItemReport(reading, { ...range, limit })
      if (format === 'json') return describeItems(report)
      return sendCsv(reply, { name: 'items', csv: formatItems(report) })
    },
  )

  app.get(
    '/api/reports/funnel',
    {
      config: { outage: 'refuse', guard: receipts },
      schema: {
        summary: 'Report how far buyers got, and why payments failed',
        description: `Covers up to 50,000 receipts created in the range. A receipt counts as paid while its sale is posted in the ledger. ${wholeDays}`,
        querystring: ReportQuery,
        response: reportResponse(FunnelResponse),
      },
    },
    async (request, reply) => {
      const { format, range, reading } = await readRequest(request)
      const funnel = await getFunnel(reading, range)
      if (format === 'json') return describeFunnel(funnel)
      return sendCsv(reply, { name: 'funnel', csv: formatFunnel(funnel) })
    },
  )

  app.get(
    '/api/reports/subscriptions',
    {
      config: { outage: 'refuse', guard: subscriptions },
      schema: {
        summary: 'Report recurring revenue, churn and cohorts',
        description: `Charges are sums of the ledger. ${wholeDays}`,
        querystring: ReportQuery,
        response: reportResponse(SubscriptionReportResponse),
      },
    },
    async (request, reply) => {
      const { format, range, reading } = await readRequest(request)
      const report = await getSubscriptionReport(reading, range)
      if (format === 'json') return describeSubscriptions(report)
      return sendCsv(reply, { name: 'subscriptions', csv: formatSubscriptions(report) })
    },
  )

  app.get(
    '/api/reports/tax',
    {
      config: { outage: 'refuse', guard: receipts },
      schema: {
        summary: 'Report collected tax by jurisdiction, component and period',
        description: `All figures are sums of the ledger. ${wholeDays}`,
        querystring: TaxReportQuery,
        response: reportResponse(TaxReportResponse),
      },
    },
    async (request, reply) => {
      const period = readChoice('period', request.query.period, sumPeriods) ?? 'month'
      const { format, range, reading } = await readRequest(request)
      const report = await getTaxReport(reading, { ...range, period })
      if (format === 'json') return describeTax(report)
      return sendCsv(reply, { name: 'tax', csv: formatTax(report) })
    },
  )

  app.get(
    '/api/reports/settlement',
    {
      config: { outage: 'refuse', guard: receipts },
      schema: {
        summary: 'Get a settlement report by receipt',
        description:
          'Covers up to 10,000 receipts, and as many payments without a sale. Use `format=csv` to download a file.',
        querystring: ReportQuery,
        response: reportResponse(SettlementReportResponse),
      },
    },
    async (request, reply) => {
      const { merchant, reading, ...input } = await readInput(request)
      const { format, ...span } = readReportQuery(input)
      const report = await getSettlementReport(reading, { merchant, ...span })
      if (format === 'json') return describeSettlement(report)
      return sendCsv(reply, { name: 'settlement', csv: formatSettlement(report) })
    },
  )
}

export const reportsFeature: Feature<{ access: Access }> = {
  tag: 'reports',
  routes: [reportRoutes],
}
