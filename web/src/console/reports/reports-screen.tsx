import { useParams } from 'wouter-preact'
import { reportTexts as texts } from '../../core/texts/en-console-reports.js'
import type { DayRange as Days } from '../format/date-ranges.js'
import { startOfDay } from '../format/days.js'
import { useFormats } from '../format/use-formats.js'
import { Page } from '../panels/page.js'
import { DateRange } from '../parts/date-range.js'
import { Icon } from '../parts/icon.js'
import { Notice } from '../parts/notice.js'
import { Select } from '../parts/select.js'
import { useSession } from '../session/session.js'
import { useConsoleTexts } from '../texts.js'
import { dayFilters, RefundsReport, TipsReport } from './day-report.js'
import { FunnelReport } from './funnel-report.js'
import { ItemsReport } from './items-report.js'
import { comparisons, countDays, type Period } from './period.js'
import { SalesReport } from './sales-report.js'
import { SettlementReport } from './settlement-report.js'
import { SubscriptionsReport } from './subscriptions-report.js'
import { readTaxPeriod, TaxReport } from './tax-report.js'
import { queryOf, type ReportPath, usePeriod } from './use-reports.js'
import './reports.css'

const noonMs = 43_200_000

type TabName = keyof typeof texts.tabs

/** The file of each report. Those of tips and refunds list their receipts. */
const files: Readonly<Record<TabName, ReportPath | '/api/receipts/export'>> = {
  sales: '/api/reports/summary',
  items: '/api/reports/items',
  tax: '/api/reports/tax',
  funnel: '/api/reports/funnel',
  settlement: '/api/reports/settlement',
  tips: '/api/receipts/export',
  refunds: '/api/receipts/export',
  subscriptions: '/api/reports/subscriptions',
}

/** The reports of the shop: each with a period in words, the time before, a file and a print. */
export function Screen() {
  const { screens, states } = useConsoleTexts()
  const { membership } = useSession()
  const formats = useFormats()
  const { tab = 'sales' } = useParams<{ tab?: string }>()
  const { period, search } = usePeriod()
  const names = (Object.keys(texts.tabs) as TabName[]).filter(
    (name) => name !== 'subscriptions' || membership.rights.includes('subscriptions:read'),
  )
  const current = names.find((name) => name === tab)
  const kept = keptSearch(search)
  return (
    <div class="reports">
      <Page
        title={screens.reports}
        docs="reports"
        tabs={names.map((id) => ({
          id,
          label: texts.tabs[id],
          href: `/reports${id === 'sales' ? '' : `/${id}`}${kept}`,
        }))}
        current={tab}
        actions={current && <Downloads name={current} period={period} search={search} />}
      >
        {current ? (
          <>
            <PeriodBar period={period} hasComparison={current !== 'settlement'} />
            <Report name={current} period={period} search={search} />
            <p class="print-foot" aria-hidden="true">
              {texts.printed(membership.name, formats.dateTime(Date.now()))}
            </p>
          </>
        ) : (
          <Notice title={states.notFound} text={states.notFoundText} />
        )}
      </Page>
    </div>
  )
}

/** The period of an address goes with every report, its other filters do not. */
function keptSearch(search: string): string {
  const values = new URLSearchParams(search)
  const kept = new URLSearchParams()
  for (const name of ['range', 'compare']) {
    const value = values.get(name)
    if (value !== null) kept.set(name, value)
  }
  return kept.size > 0 ? `?${kept}` : ''
}

function Report({ name, ...props }: { name: TabName; period: Period; search: string }) {
  switch (name) {
    case 'sales':
      return <SalesReport {...props} search={keptSearch(props.search).slice(1)} />
    case 'items':
      return <ItemsReport {...props} />
    case 'tax':
      return <TaxReport {...props} />
    case 'funnel':
      return <FunnelReport {...props} />
    case 'settlement':
      return <SettlementReport {...props} />
    case 'tips':
      return <TipsReport {...props} />
    case 'refunds':
      return <RefundsReport {...props} />
    case 'subscriptions':
      return <SubscriptionsReport {...props} />
  }
}

type DownloadsProps = { name: TabName; period: Period; search: string }

function Downloads({ name, period: { days }, search }: DownloadsProps) {
  const { api } = useSession()
  const { timeZone } = useFormats()
  const query = {
    ...queryOf(days, timeZone),
    ...(name === 'tips' || name === 'refunds'
      ? { ...dayFilters[name], archived: 'all' }
      : { format: 'csv' }),
    ...(name === 'tax' && { period: readTaxPeriod(search) }),
    ...(name === 'items' && { limit: 100 }),
  }
  return (
    <>
      <a
        class="button"
        href={api.addressOf(files[name], query)}
        download={`${name}.csv`}
        title={texts.csvTitle(texts.tabs[name], days.first, days.last)}
      >
        <Icon name="download" />
        {texts.csv}
      </a>
      <button type="button" class="button" onClick={() => print()}>
        <Icon name="print" />
        {texts.print}
      </button>
    </>
  )
}

function PeriodBar({ period, hasComparison }: { period: Period; hasComparison: boolean }) {
  const formats = useFormats()
  const { change } = usePeriod()
  const { days, before, range, comparison } = period
  const nameOf = (day: string) => formats.day(startOfDay(day, formats.timeZone) + noonMs)
  const count = countDays(days)
  const spanOf = ({ first, last }: Days) => [nameOf(first), nameOf(last)] as const
  return (
    <div class="period-bar inline-field">
      <DateRange value={range} now={Date.now()} onChange={(value) => change({ range: value })} />
      {hasComparison && (
        <Select
          label={texts.compare}
          value={comparison}
          options={comparisons.map((value) => ({ value, label: texts.comparisons[value] }))}
          onChange={(value) => change({ compare: value === 'before' ? null : value })}
        />
      )}
      <p class="soft">
        <b>{texts.span(...spanOf(days), formats.count(count), count === 1)}</b>
        {hasComparison && before && `, ${texts.compared(...spanOf(before))}`}
        {'. '}
        {texts.zone(formats.timeZone)}
      </p>
    </div>
  )
}
