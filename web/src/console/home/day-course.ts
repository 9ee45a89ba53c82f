import type { HomePeriod, HomeReport } from './figures.js'

const hourMs = 3_600_000
/** A day with few sales shows at least this part of it. */
const minHours = 8

type DayCourse = {
  /** The ends of hours, and now: Unix ms of today. */
  points: number[]
  /** The same in hours since the day began. */
  at: number[]
  today: (number | null)[]
  before: (number | null)[]
  weekBefore: (number | null)[]
}

/**
 * Adds up the sales of a day by hour, until now, and those of the days before it. Leaves out the
 * hours before the first sale of these days and after the last.
 */
export function dayCourse({ current, previous, lastWeek }: HomeReport, now: number): DayCourse {
  const days = [current, previous, lastWeek].map(({ hours }) => hours.map(({ sales }) => sales.usd))
  const elapsed = Math.max(0, (now - current.from) / hourMs)
  const count = current.hours.length
  const sold = current.hours.flatMap((_, hour) => (days.some((day) => day[hour]) ? [hour] : []))
  const end = Math.min(count, Math.max(Math.ceil(elapsed), (sold.at(-1) ?? -1) + 1, minHours))
  const start = Math.max(0, Math.min(sold[0] ?? 0, Math.floor(elapsed), end - minHours))

  const whole = Array.from({ length: end - start + 1 }, (_, index) => start + index)
  const isOver = elapsed >= count
  const at = isOver || whole.includes(elapsed) ? whole : [...whole, elapsed].sort((a, b) => a - b)
  const sumUntil = (day: readonly number[], hour: number) =>
    day.slice(0, hour).reduce((sum, usd) => sum + usd, 0)
  const [today = [], before = [], weekBefore = []] = days
  const courseOf = (day: readonly number[]) =>
    at.map((hour) => (Number.isInteger(hour) ? sumUntil(day, hour) : null))
  return {
    points: at.map((hour) => pointOf(current, hour)),
    at,
    today: at.map((hour) => (hour <= elapsed ? sumUntil(today, Math.ceil(hour)) : null)),
    before: courseOf(before),
    weekBefore: courseOf(weekBefore),
  }
}

/** The end of a day would read like its start. */
function pointOf({ from, to }: HomePeriod, hour: number): number {
  return Math.min(from + hour * hourMs, to)
}
