import { startOfDay } from '../../format/days.js'
import { useFormats } from '../../format/use-formats.js'
import { useConsoleTexts } from '../../texts.js'
import type { Week } from './weeks.js'

const labelGap = 4
const noonMs = 43_200_000

/** Bars of weeks: what was charged, what will be, and the part of it at risk. */
export function ChargePlot({ weeks }: { weeks: readonly Week[] }) {
  const texts = useConsoleTexts().subscriptions.plot
  const formats = useFormats()
  const language = formats.locale === 'en' ? 'en-GB' : formats.locale
  const short = new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })
  const dayOf = (day: string) => short.format(startOfDay(day, 'UTC') + noonMs)
  const money = (amount: number) => formats.money(amount, 'USD')
  const totals = weeks.map(({ charged, expected, atRisk }) => charged + expected + atRisk)
  const top = niceTop(Math.max(1, ...totals))
  // Labels of neighbors would cover each other.
  const labeled = weeks.slice(weeks.findIndex(({ kind }) => kind === 'now') + labelGap)
  const worst = labeled.reduce<Week | null>(
    (found, week) => (week.atRisk > (found?.atRisk ?? 0) ? week : found),
    null,
  )
  const height = (amount: number) => `${(amount / top) * 100}%`
  return (
    <figure class="charge-plot" aria-label={texts.label}>
      <div class="charge-bars" aria-hidden="true">
        <ol class="charge-ticks">
          {[top, top / 2, 0].map((tick) => (
            <li key={tick}>{money(tick).replace(/\.00$/, '')}</li>
          ))}
        </ol>
        <ol class="charge-weeks">
          {weeks.map((week, index) => (
            <li key={week.day} class={`week ${week.kind}`}>
              {week.kind === 'now' && <span class="week-label now-label">{texts.thisWeek}</span>}
              {week === worst && (
                <span class="week-label risk-label">{texts.riskLabel(money(week.atRisk))}</span>
              )}
              <span class="week-bar" style={{ height: height(totals[index] ?? 0) }}>
                <span class="week-risk" style={{ flexGrow: String(week.atRisk) }} />
                <span
                  class="week-sure"
                  style={{ flexGrow: String(week.charged + week.expected) }}
                />
              </span>
              <span class="week-day">{index % 2 === 0 ? dayOf(week.day) : ''}</span>
            </li>
          ))}
        </ol>
      </div>
      <details>
        <summary>{texts.showTable}</summary>
        <div class="plot-table">
          <table>
            <thead>
              <tr>
                <th scope="col">{texts.week}</th>
                <th scope="col" class="numeric">
                  {texts.charged}
                </th>
                <th scope="col" class="numeric">
                  {texts.expected}
                </th>
                <th scope="col" class="numeric">
                  {texts.atRisk}
                </th>
              </tr>
            </thead>
            <tbody>
              {weeks.map(({ day, kind, charged, expected, atRisk }) => (
                <tr key={day}>
                  <th scope="row">{dayOf(day)}</th>
                  <td class="numeric">{kind === 'forecast' ? '' : money(charged)}</td>
                  <td class="numeric">{kind === 'forecast' ? money(expected) : ''}</td>
                  <td class="numeric">{kind === 'forecast' ? money(atRisk) : ''}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  )
}

/** Returns a round number at or above a value: 1, 2 or 5 times a power of ten. */
function niceTop(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  const step = [1, 2, 4, 5, 10].find((candidate) => candidate * power >= value) ?? 10
  return step * power
}
