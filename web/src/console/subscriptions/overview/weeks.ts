import { addDays, dayAt, startOfDay } from '../../format/days.js'
import type { Forecast, Report } from '../use-subscriptions.js'

/** A bar of the plot: money of seven days. */
export type Week = {
  /** The first day, such as "2026-11-16". */
  day: string
  kind: 'past' | 'now' | 'forecast'
  charged: number
  expected: number
  atRisk: number
}

const daysPerWeek = 7

type WeeksInput = {
  /** The past, whose last week ends today. */
  report: Report
  forecast: readonly Forecast[]
  timeZone: string
}

/** Joins the weeks that were charged with those of the forecast, which starts today. */
export function listWeeks({ report, forecast, timeZone }: WeeksInput): Week[] {
  const past = report.weeks.map(({ from, charged }, index): Week => {
    const isLast = index === report.weeks.length - 1
    const kind = isLast ? 'now' : 'past'
    return { day: dayAt(from, timeZone), kind, charged, expected: 0, atRisk: 0 }
  })
  return [...past, ...listForecast(forecast)]
}

/** Sums the days of all pages by week. Sums are of cents, because dollars would drift. */
function listForecast(pages: readonly Forecast[]): Week[] {
  const weeks = new Map<number, Week>()
  const first = pages[0]?.days[0]?.date
  if (first === undefined) return []
  for (const { days } of pages) {
    days.forEach((day, index) => {
      const number = Math.floor(index / daysPerWeek)
      const week = weeks.get(number) ?? {
        day: addDays(first, number * daysPerWeek),
        kind: 'forecast' as const,
        charged: 0,
        expected: 0,
        atRisk: 0,
      }
      weeks.set(number, {
        ...week,
        expected: add(week.expected, day.revenueUsd),
        atRisk: add(week.atRisk, day.failingUsd),
      })
    })
  }
  return [...weeks.values()]
}

/** Sums of the next days over all pages of a forecast. */
export function sumForecast(pages: readonly Forecast[], days: number) {
  return pages
    .flatMap((page) => page.days.slice(0, days))
    .reduce(
      (sum, day) => ({
        expected: add(sum.expected, day.revenueUsd),
        atRisk: add(sum.atRisk, day.failingUsd),
        failing: [...sum.failing, ...day.failing],
        unknown: sum.unknown + day.unknownCharges,
      }),
      {
        expected: 0,
        atRisk: 0,
        failing: [] as Forecast['days'][number]['failing'],
        unknown: 0,
      },
    )
}

const add = (a: number, b: number) => Math.round((a + b) * 100) / 100

/** Returns the start and the end of the days of a report that ends today. */
export function rangeOf(days: number, { now, timeZone }: { now: number; timeZone: string }) {
  const toDay = dayAt(now, timeZone)
  const fromDay = addDays(toDay, 1 - days)
  return { fromDay, toDay, from: startOfDay(fromDay, timeZone) }
}
