import { invalidInput } from '../../../lib/errors.js'
import type { Address } from '../../../lib/hex.js'
import { type LocalDay, listLocalDays, localDayOf } from '../../../lib/local-days.js'
import { type Micros, micros, microsFromCents, microsToDecimal } from '../../../lib/money.js'
import { type UnixMs, writeDay } from '../../../lib/time.js'
import type { Context } from '../../../platform/context.js'
import { readDay } from '../../../platform/http/read-day-range.js'
import type { UsdPeriodSum } from '../../ledger/day-sum.js'
import { sumUsdByPeriod } from '../../ledger/sum-days.js'
import { sumUnpaid, type UnpaidReceipts } from '../../receipts/unpaid/sum-unpaid.js'
import {
  countRefunded,
  countReversed,
  noneReversed,
  type UncountedSales,
} from '../read-model/home-store.js'
import { boundsOf, type DaySpan, type Span, spanOf } from '../read-report-query.js'
import { addFigures } from '../summary/figures.js'
import { type Hours, listHours, type PartOfDay } from './get-hours.js'
import type { HomeQuery, HomeResponse } from './schemas.js'

const figureNames = ['sales', 'refunds', 'fees', 'tips', 'open', 'failed'] as const
type FigureName = (typeof figureNames)[number]

/** Receipts and their amount. */
type Figure = { count: number; amount: Micros }
type Figures = Record<FigureName, Figure>

type HomePeriod = DaySpan &
  Hours<PartOfDay> & { totals: Figures; days: (LocalDay & { figures: Figures })[] }

export type Home = {
  timeZone: string
  current: HomePeriod
  /** The period of the same length before. */
  previous: HomePeriod
  /** The same days of the week before. */
  lastWeek: HomePeriod
}

type DayRange = Pick<DaySpan, 'fromDay' | 'toDay' | 'timeZone'>

const noHours: Hours<never> = { hours: [], soFar: null }
const postingKinds = ['sale', 'refund', 'tip'] as const

const maxDays = 92
const daysOfWeek = 7

/**
 * Parses the range of home figures. The default range is today.
 *
 * @throws {AppError} `invalid_input`.
 */
export function readHomeQuery(input: {
  query: HomeQuery
  timeZone: string
  now: UnixMs
}): DayRange {
  const { query, timeZone, now } = input
  const toDay = readDay('toDay', query.toDay) ?? localDayOf(now, timeZone)
  const fromDay = readDay('fromDay', query.fromDay) ?? toDay
  const days = toDay - fromDay + 1
  if (days < 1) throw invalidInput('fromDay must not be later than toDay.')
  if (days > maxDays) {
    throw invalidInput(`The range has ${days} days. Shorten it to at most ${maxDays}.`)
  }
  return { fromDay, toDay, timeZone }
}

/**
 * Returns the figures of a period, of the one before it, and of the same days a week before. Those
 * of a single day have its hours.
 */
export async function getHome(
  ctx: Pick<Context, 'db' | 'now'>,
  { merchant, ...range }: DayRange & { merchant: Address },
): Promise<Home> {
  const { fromDay, toDay, timeZone } = range
  const shift = (days: number) => spanOf({ fromDay: fromDay - days, toDay: toDay - days, timeZone })
  const [current, previous, lastWeek] = [shift(0), shift(toDay - fromDay + 1), shift(daysOfWeek)]
  const spans = [current, previous, lastWeek]
  const firstDay = Math.min(previous.fromDay, lastWeek.fromDay)
  const days = listLocalDays({ fromDay: firstDay, toDay }, timeZone)
  const bounds = boundsOf(
    days.map(({ from }) => from),
    current,
  )
  const elapsed = ctx.now() - current.from
  const elapsedMs = current.from <= ctx.now() && ctx.now() <= current.to ? elapsed : null
  const hours = fromDay === toDay ? spans.map((day) => listHours(day, elapsedMs)) : []
  const parts = hours.flatMap(({ hours: all, soFar }) => [...all, ...(soFar ? [soFar] : [])])

  // All days and their parts share one statement, which costs less than several of the same rows.
  const sumBounds = mergeBounds(bounds, parts)
  const kinds = postingKinds
  const counted = { merchant, bounds, spans }
  const [sums, reversed, unpaid] = await Promise.all([
    sumUsdByPeriod(ctx, { merchant, bounds: sumBounds, kinds }),
    countReversed(ctx.db, { ...counted, spans: [...spans, ...parts] }),
    sumUnpaid(ctx, { merchant, bounds }),
  ])
  const refunds = sums.filter(({ kind }) => kind === 'refund')
  const hasCredit = refunds.some(({ account }) => account === 'customer_credit')
  const refunded =
    refunds.length === 0 ? [] : await countRefunded(ctx.db, { ...counted, hasCredit })
  const listSums = groupByTime(sums, sumBounds)

  /** Adds up a span of whole days. Counts of receipts are not sums of their days. */
  const figuresOf = (place: number, { from, to }: Span) =>
    addHome({
      sums: listSums({ from, to }),
      unpaid: unpaid.filter((_, day) => isWithin(bounds[day] ?? 0, { from, to })),
      reversed: reversed[place] ?? noneReversed,
      refunded: refunded[place] ?? 0,
    })
  const figuresOfDays = days.map((day, place) => ({ ...day, figures: figuresOf(place, day) }))
  const salesOf = (part: Span): PartOfDay => {
    const { orders, volume } = addFigures(listSums(part))
    const { sales } = reversed[days.length + spans.length + parts.indexOf(part)] ?? noneReversed
    return { ...part, sales: { count: orders + sales, amount: volume } }
  }
  const periodOf = (span: DaySpan, index: number): HomePeriod => {
    const ofDay = hours[index]
    return {
      ...span,
      ...(ofDay ? mapHours(ofDay, salesOf) : noHours),
      totals: figuresOf(days.length + index, span),
      days: figuresOfDays.filter(({ from }) => isWithin(from, span)),
    }
  }
  return {
    timeZone,
    current: periodOf(current, 0),
    previous: periodOf(previous, 1),
    lastWeek: periodOf(lastWeek, 2),
  }
}

const isWithin = (time: number, { from, to }: Span) => from <= time && time <= to

/** Adds the starts and ends of spans to the bounds of periods, within which they lie. */
function mergeBounds(bounds: readonly number[], parts: readonly Span[]): number[] {
  const all = new Set([...bounds, ...parts.flatMap(({ from, to }) => [from, to + 1])])
  return [...all].sort((a, b) => a - b)
}

/** Returns the sums of a span, which begins and ends at bounds of their periods. */
function groupByTime(
  sums: readonly UsdPeriodSum[],
  bounds: readonly number[],
): (span: Span) => UsdPeriodSum[] {
  const sumsOfPeriods = bounds.map((): UsdPeriodSum[] => [])
  for (const sum of sums) sumsOfPeriods[sum.period]?.push(sum)
  const placeOf = (time: number) => {
    const place = bounds.findIndex((bound) => bound >= time)
    return place === -1 ? bounds.length : place
  }
  return ({ from, to }) => sumsOfPeriods.slice(placeOf(from), placeOf(to + 1)).flat()
}

function mapHours<From, To>({ hours, soFar }: Hours<From>, map: (part: From) => To): Hours<To> {
  return { hours: hours.map(map), soFar: soFar && map(soFar) }
}

function addHome(input: {
  sums: readonly UsdPeriodSum[]
  unpaid: readonly UnpaidReceipts[]
  reversed: UncountedSales
  refunded: number
}): Figures {
  const { sums, unpaid, reversed, refunded } = input
  const { orders, volume, fees, refunds } = addFigures(sums)
  const tips = sums.filter(({ kind }) => kind === 'tip')
  const sales = orders + reversed.sales
  const add = (name: 'open' | 'failed') => ({
    count: unpaid.reduce((sum, receipts) => sum + receipts[name].count, 0),
    amount: micros(
      unpaid.reduce((sum, receipts) => sum + microsFromCents(receipts[name].cents), 0n),
    ),
  })
  return {
    sales: { count: sales, amount: volume },
    refunds: { count: refunded, amount: refunds },
    fees: { count: sales, amount: fees },
    tips: {
      count: tips.reduce((sum, { postings }) => sum + postings, 0) + reversed.tips,
      amount: micros(tips.reduce((sum, { usdMicros }) => sum - usdMicros, 0n)),
    },
    open: add('open'),
    failed: add('failed'),
  }
}

/** The query of the receipts behind each figure, without its days. */
const filters: Readonly<Record<FigureName, string>> = {
  sales: 'time=sale',
  refunds: 'time=refund',
  fees: 'time=sale',
  tips: 'time=sale&hasTip=true',
  open: 'flag=waiting',
  failed: 'status=failed',
}

export function describeHome({ timeZone, current, previous, lastWeek }: Home): HomeResponse {
  return {
    ok: true,
    timeZone,
    current: describePeriod(current),
    previous: describePeriod(previous),
    lastWeek: describePeriod(lastWeek),
  }
}

function describePeriod(period: HomePeriod) {
  const { fromDay, toDay, from, to, timeZone, totals, days, hours, soFar } = period
  return {
    fromDay: writeDay(fromDay),
    toDay: writeDay(toDay),
    from,
    to,
    totals: describeFigures(totals, { fromDay, toDay, timeZone }),
    days: days.map(({ day, figures, ...span }) => ({
      date: writeDay(day),
      from: span.from,
      to: span.to,
      ...describeFigures(figures, { fromDay: day, toDay: day, timeZone }),
    })),
    hours: hours.map(describePart),
    soFar: soFar && describePart(soFar),
  }
}

function describePart({ from, to, sales }: PartOfDay) {
  const filter = `${filters.sales}&from=${from}&to=${to}&archived=all`
  const { count, amount } = sales
  return { from, to, sales: { count, usd: microsToDecimal(amount), filter } }
}

function describeFigures(figures: Figures, { fromDay, toDay, timeZone }: DayRange) {
  const days = { fromDay: writeDay(fromDay), toDay: writeDay(toDay), timeZone }
  // The ledger has archived receipts too.
  const span = new URLSearchParams({ ...days, archived: 'all' }).toString()
  const describe = (name: FigureName) => ({
    count: figures[name].count,
    usd: microsToDecimal(figures[name].amount),
    filter: `${filters[name]}&${span}`,
  })
  return {
    sales: describe('sales'),
    refunds: describe('refunds'),
    fees: describe('fees'),
    tips: describe('tips'),
    open: describe('open'),
    failed: describe('failed'),
  }
}
