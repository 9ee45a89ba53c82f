import type { ApiComponents } from '@tallystick/sdk'
import { receiptPage } from './sample-receipts.js'
import type { AnswerOf, ScreenStates } from './screen-states.js'

type Figures = ApiComponents['schemas']['HomeFigures']

const dayMs = 86_400_000

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

function periodOf({ days, count, usd }: { days: number; count: number; usd: number }) {
  const today = Math.floor(Date.now() / dayMs) * dayMs
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
  }
}

/** The figures of the range that the address asks for. */
function reportOf(count: number, usd: number) {
  return (url: URL): AnswerOf<'/api/reports/home'> => {
    const days = url.searchParams.has('fromDay') ? 7 : 1
    return {
      ok: true,
      timeZone: 'UTC',
      current: periodOf({ days, count, usd }),
      previous: periodOf({ days, count: count * 0.9, usd: usd * 0.9 }),
      lastWeek: periodOf({ days, count: count * 0.8, usd: usd * 0.8 }),
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
