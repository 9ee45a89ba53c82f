import type { ApiComponents } from '@tallystick/sdk'
import { receiptPage } from './sample-receipts.js'
import type { AnswerOf, ScreenStates } from './screen-states.js'

type Figures = ApiComponents['schemas']['HomeFigures']

const hourMs = 3_600_000
const dayMs = 24 * hourMs

function figuresOf(count: number, usd: number): Figures {
  const figure = (share: number) => ({
    count: Math.round(count * share),
    usd: Math.round(usd * share * 100) / 100,
    filter: 'time=sale&archived=all',
  })
  return {
    sales: figure(1),
    refunds: figure(0.1),
    fees: figure(0.01),
    tips: figure(0.05),
    open: figure(0.2),
    failed: figure(0.05),
  }
}

type Period = { days: number; count: number; usd: number; daysAgo: number }

function periodOf({ days, count, usd, daysAgo }: Period) {
  const today = Math.floor(Date.now() / dayMs - daysAgo) * dayMs
  const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10)
  const from = today - (days - 1) * dayMs
  return {
    fromDay: dateOf(from),
    toDay: dateOf(today),
    from,
    to: today + dayMs - 1,
    totals: figuresOf(count, usd),
    days: Array.from({ length: days }, (_, index) => {
      const at = from + index * dayMs
      const share = (index + 1) / ((days * (days + 1)) / 2)
      return {
        date: dateOf(at),
        from: at,
        to: at + dayMs - 1,
        ...figuresOf(count * share, usd * share),
      }
    }),
    ...(days === 1 ? hoursOf(today, { count, usd }) : { hours: [], soFar: null }),
  }
}

/** A day with most of its sales around noon. */
function hoursOf(from: number, { count, usd }: { count: number; usd: number }) {
  const weights = [0, 0, 0, 0, 0, 1, 3, 6, 9, 12, 14, 16, 15, 13, 12, 11, 10, 9, 8, 6, 4, 2, 1, 0]
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const part = (start: number, end: number, share: number) => ({
    from: start,
    to: end - 1,
    sales: figuresOf(count * share, usd * share).sales,
  })
  const hours = weights.map((weight, hour) =>
    part(from + hour * hourMs, from + (hour + 1) * hourMs, weight / sum),
  )
  return { hours, soFar: part(from, from + (Date.now() % dayMs), 0.6) }
}

/** The figures of the range that the address asks for. */
function reportOf(count: number, usd: number) {
  return (url: URL): AnswerOf<'/api/reports/home'> => {
    const days = url.searchParams.has('fromDay') ? 7 : 1
    return {
      ok: true,
      timeZone: 'UTC',
      current: periodOf({ days, count, usd, daysAgo: 0 }),
      previous: periodOf({ days, count: count * 0.9, usd: usd * 0.9, daysAgo: days }),
      lastWeek: periodOf({ days, count: count * 0.8, usd: usd * 0.8, daysAgo: 7 }),
    }
  }
}

export const home: ScreenStates = {
  path: '',
  reads: ['/api/receipts', '/api/reports/home'],
  answers: { '/api/receipts': receiptPage(7), '/api/reports/home': reportOf(65, 2_418.6) },
  states: {
    empty: {
      answers: { '/api/receipts': receiptPage(0) },
      shows: 'Take your first payment',
    },
    one: {
      answers: { '/api/receipts': receiptPage(1), '/api/reports/home': reportOf(1, 12.5) },
      shows: '$12.50',
    },
    many: { shows: '$2,418.60' },
    loading: {},
    stale: {},
    degraded: { answers: { '/api/receipts': { ...receiptPage(7), degraded: true } } },
    refused: { none: 'Every role sees home. Its parts leave out what the role may not read.' },
    error: {},
  },
}
