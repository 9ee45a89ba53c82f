import { formatQuery } from '../format-query.js'
import type { components } from '../generated/api.js'
import type { SendRequest } from '../request.js'

type Schemas = components['schemas']

/** Sales by receipt, with taxes, fees, refunds and the shares of recipients. */
export type SettlementReport = Omit<Schemas['SettlementReport'], 'ok'>

/** The figures of a home screen by day, with those of the periods before. */
export type HomeReport = Omit<Schemas['HomeReport'], 'ok'>

/** Sales and refunds by day and currency. */
export type SalesSummary = Omit<Schemas['SalesSummary'], 'ok'>

/** The items with the highest sales. */
export type ItemReport = Omit<Schemas['ItemReport'], 'ok'>

/** How far buyers got, and why payments failed. */
export type Funnel = Omit<Schemas['Funnel'], 'ok'>

/** Recurring revenue, churn and cohorts. */
export type SubscriptionReport = Omit<Schemas['SubscriptionReport'], 'ok'>

/** Collected tax by period, jurisdiction and component. */
export type TaxReport = Omit<Schemas['TaxReport'], 'ok'>

/** The time range of a report. Default: the last 30 days. */
export type ReportRange = {
  /** Unix ms, inclusive. */
  from?: number | undefined
  /** Unix ms, inclusive. Default now. */
  to?: number | undefined
  /** The first day, such as `2026-01-31`, instead of `from`. */
  fromDay?: string | undefined
  /** The last day, inclusive, instead of `to`. */
  toDay?: string | undefined
  /** The IANA time zone of days. Default: that of the shop. */
  timeZone?: string | undefined
}

/**
 * Reports on sales, from the ledger.
 *
 * @example
 * const { totals, days } = await client.reports.summary()
 * console.log(totals.volume, totals.orders)
 */
export type ReportsResource = {
  /** Returns sales by receipt, up to 10,000. Requires the scope `receipts:read`. */
  settlement(range?: ReportRange): Promise<SettlementReport>
  /**
   * Returns sales by day and currency. Covers whole days. Requires the scope `receipts:read`.
   */
  summary(range?: ReportRange): Promise<SalesSummary>
  /**
   * Returns sales, refunds, fees, tips, open and failed receipts of today or up to 92 days, each with
   * the filter of its receipts. Requires the scope `receipts:read`.
   */
  home(range?: Pick<ReportRange, 'fromDay' | 'toDay' | 'timeZone'>): Promise<HomeReport>
  /** Returns the items with the highest sales. Requires the scope `receipts:read`. */
  items(query?: ReportRange & { limit?: number | undefined }): Promise<ItemReport>
  /** Returns how far buyers got, and why payments failed. Requires the scope `receipts:read`. */
  funnel(range?: ReportRange): Promise<Funnel>
  /**
   * Returns recurring revenue, churn and cohorts. Requires the scope `subscriptions:read` or
   * `receipts:read`.
   */
  subscriptions(range?: ReportRange): Promise<SubscriptionReport>
  /**
   * Returns collected tax, by month unless `period` is given. Requires the scope `receipts:read`.
   */
  tax(
    query?: ReportRange & { period?: 'day' | 'month' | 'quarter' | undefined },
  ): Promise<TaxReport>
}

/** Creates the report calls on top of `request`. */
export function createReportsResource(request: SendRequest): ReportsResource {
  async function get<Report extends object>(
    name: string,
    query: Parameters<typeof formatQuery>[0],
  ): Promise<Omit<Report, 'ok'>> {
    const path = `/api/reports/${name}${formatQuery(query)}` as const
    const { ok: _, ...report } = await request<Report & { ok: true }>({ method: 'GET', path })
    return report as Omit<Report, 'ok'>
  }

  return {
    settlement: (range = {}) => get<SettlementReport>('settlement', range),
    home: (range = {}) => get<HomeReport>('home', range),
    summary: (range = {}) => get<SalesSummary>('summary', range),
    items: (query = {}) => get<ItemReport>('items', query),
    funnel: (range = {}) => get<Funnel>('funnel', range),
    subscriptions: (range = {}) => get<SubscriptionReport>('subscriptions', range),
    tax: (query = {}) => get<TaxReport>('tax', query),
  }
}
