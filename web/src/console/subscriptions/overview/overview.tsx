import { Link } from 'wouter-preact'
import { useFormats } from '../../format/use-formats.js'
import { useLive } from '../../live/live.js'
import { Notice } from '../../parts/notice.js'
import { SkeletonText } from '../../parts/skeleton.js'
import { Failed, StaleBanner } from '../../parts/states.js'
import { useConsoleTexts } from '../../texts.js'
import { useForecast, usePlans, useReport } from '../use-subscriptions.js'
import { ChargePlot } from './charge-plot.js'
import { FailingCard } from './failing-card.js'
import { FigureRow } from './figure-row.js'
import { NextCharges } from './next-charges.js'
import { PlansCard } from './plans-card.js'
import { RiskCard } from './risk-card.js'
import { listWeeks, rangeOf, sumForecast } from './weeks.js'

const pastDays = 49
const forecastDays = 56
const nextDays = 30

/** Recurring revenue, and charges that failed or are likely to fail. */
export function Overview() {
  const texts = useConsoleTexts().subscriptions
  const { timeZone } = useFormats()
  const now = Date.now()
  const month = useReport(rangeOf(nextDays, { now, timeZone }))
  const weeks = useReport(rangeOf(pastDays, { now, timeZone }))
  const forecast = useForecast(forecastDays)
  const plans = usePlans()
  const { staleSince } = useLive()
  if (month.isError && !month.data) {
    return (
      <Failed
        error={month.error}
        title={texts.failed}
        kept={texts.kept}
        onRetry={() => void month.refetch()}
      />
    )
  }
  const hasNone = plans.data?.plans.length === 0
  if (hasNone) {
    return (
      <div class="card">
        <Notice title={texts.overview.empty} text={texts.overview.emptyText} />
      </div>
    )
  }
  const next = forecast.data ? sumForecast(forecast.data, nextDays) : null
  return (
    <>
      {month.isError && staleSince === null && (
        <StaleBanner since={month.dataUpdatedAt} onReload={() => void month.refetch()} />
      )}
      <section class="card revenue" aria-label={texts.overview.mrr} aria-busy={!month.data}>
        <div class="revenue-figures">
          <Revenue mrr={month.data?.mrr ?? null} />
          {forecast.isError ? (
            <p class="soft">{texts.overview.noForecast}</p>
          ) : (
            <NextSums next={next} />
          )}
        </div>
        {weeks.data && (
          <ChargePlot
            weeks={listWeeks({ report: weeks.data, forecast: forecast.data ?? [], timeZone })}
          />
        )}
      </section>
      {month.data && (
        <FigureRow report={month.data} from={rangeOf(nextDays, { now, timeZone }).from} />
      )}
      <FailingCard count={month.data?.failing ?? null} />
      {next && next.failing.length > 0 && (
        <RiskCard failing={next.failing} plans={plans.data?.plans ?? []} />
      )}
      <div class="subscription-columns">
        <NextCharges />
        <PlansCard plans={plans.data?.plans ?? null} />
      </div>
    </>
  )
}

function Revenue({ mrr }: { mrr: number | null }) {
  const texts = useConsoleTexts().subscriptions.overview
  const { money } = useFormats()
  if (mrr === null) return <SkeletonText lines={2} />
  return (
    <div class="revenue-total">
      <h2>{texts.mrr}</h2>
      <Link href="/subscriptions/subscribers?status=current" class="money">
        {money(mrr, 'USD')}
      </Link>
      <p class="soft">{texts.mrrNote}</p>
    </div>
  )
}

function NextSums({ next }: { next: ReturnType<typeof sumForecast> | null }) {
  const texts = useConsoleTexts().subscriptions.overview
  const { money, count } = useFormats()
  if (!next) return <SkeletonText lines={2} />
  return (
    <dl class="revenue-next">
      <div>
        <dt>{texts.next(count(nextDays))}</dt>
        <dd>
          <Link href="/subscriptions/subscribers?status=current" class="money">
            {money(next.expected + next.atRisk, 'USD')}
          </Link>
        </dd>
      </div>
      <div>
        <dt>{texts.atRisk}</dt>
        <dd>
          {next.failing.length > 0 ? (
            <a href="#risk-title" class="money warn-text">
              {money(next.atRisk, 'USD')}
            </a>
          ) : (
            <span class="money">{money(0, 'USD')}</span>
          )}
        </dd>
      </div>
      {next.unknown > 0 && <p class="soft">{texts.unknown(count(next.unknown))}</p>}
    </dl>
  )
}
