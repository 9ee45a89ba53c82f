import type { AnswerOf, ScreenStates } from './screen-states.js'

type Summary = AnswerOf<'/api/reports/summary'>
type Home = AnswerOf<'/api/reports/home'>

const dayMs = 86_400_000

function datesOf(url: URL): string[] {
  const [first, last] = [url.searchParams.get('fromDay'), url.searchParams.get('toDay')]
  const start = Date.parse(first ?? '')
  const count = Math.round((Date.parse(last ?? '') - start) / dayMs) + 1
  return Array.from({ length: count }, (_, index) =>
    new Date(start + index * dayMs).toISOString().slice(0, 10),
  )
}

const span = { from: 1_790_000_000_000, to: 1_795_000_000_000 }

/** The figures of a number of sales. */
function figuresOf(orders: number): Summary['totals'] {
  const volume = orders * 41.7
  const refunds = Math.floor(orders / 9) * 12.5
  return {
    orders,
    volume,
    average: orders === 0 ? 0 : 41.7,
    subtotal: orders * 38,
    taxes: orders * 3.2,
    fees: orders * 0.5,
    platformFees: orders * 0.2,
    refunds,
    net: volume - refunds,
  }
}

const summaryOf =
  (perDay: (day: number) => number) =>
  (url: URL): Summary => {
    const days = datesOf(url).map((date, index) => ({ date, ...figuresOf(perDay(index)) }))
    const totals = figuresOf(days.reduce((sum, { orders }) => sum + orders, 0))
    const amount = { asset: 'eip155:84532/usdc', refundedAmount: '12.5', refunds: 12.5 }
    return {
      ok: true,
      ...span,
      totals,
      days,
      currencies:
        totals.orders === 0
          ? []
          : [
              { ...amount, currency: 'USDC', amount: '2140.25', volume: totals.volume * 0.8 },
              { ...amount, asset: 'USD', currency: 'USD', amount: '400', volume: 400 },
            ],
    }
  }

const homeOf =
  (perDay: (day: number) => number) =>
  (url: URL): Home => {
    const figure = (count: number, usd: number) => ({ count, usd, filter: 'time=sale' })
    const of = (count: number) => ({
      sales: figure(count, count * 41.7),
      refunds: figure(Math.floor(count / 4), Math.floor(count / 4) * 12.5),
      fees: figure(count, count * 0.5),
      tips: figure(Math.floor(count / 2), count * 1.3),
      open: figure(1, 20),
      failed: figure(0, 0),
    })
    const dates = datesOf(url)
    const days = dates.map((date, index) => ({ date, ...span, ...of(perDay(index)) }))
    const period = { fromDay: dates[0] ?? '', toDay: dates.at(-1) ?? '', ...span }
    const whole = { ...period, totals: of(20), days, hours: [], soFar: null }
    return { ok: true, timeZone: 'UTC', current: whole, previous: whole, lastWeek: whole }
  }

const names = [
  'Ethiopia Guji 250 g',
  'Gooseneck kettle 0.9 l',
  'Filter papers',
  'Roaster’s Choice, a box with three coffees that change every month',
  'Cup',
] as const

const items: AnswerOf<'/api/reports/items'> = {
  ok: true,
  ...span,
  items: names.map((label, index) => ({
    type: 'item',
    itemId: `itm_${index}`,
    sku: `SKU-${index}`,
    label,
    qty: 40 - index * 7,
    receipts: 30 - index * 5,
    sales: 900 - index * 170,
  })),
  others: { items: 3, sales: 41.5 },
  totals: { items: 8, sales: 2_841.5 },
}

const taxed = { orders: 12, sales: 400, refunds: 20, tax: 38.25, refundedTax: 1.9 }
const tax: AnswerOf<'/api/reports/tax'> = {
  ok: true,
  ...span,
  rows: ['2026-09', '2026-10', '2026-11'].flatMap((period) => [
    { period, jurisdictionCode: 'US-NY', ...taxed, components: { city: 18, state: 20.25 } },
    { period, jurisdictionCode: null, ...taxed, tax: 0, refundedTax: 0, components: {} },
  ]),
  totals: { ...taxed, components: { city: 54, state: 60.75 } },
}

const funnel: AnswerOf<'/api/reports/funnel'> = {
  ok: true,
  ...span,
  created: 200,
  steps: [
    { step: 'link_opened', count: 176, rate: 0.88 },
    { step: 'buyer_logged_in', count: 121, rate: 0.605 },
    { step: 'checkout_initialized', count: 118, rate: 0.59 },
    { step: 'paid', count: 109, rate: 0.545 },
  ],
  failures: [
    { failureCode: 'PORTAL_SESSION_EXPIRED', failureCategory: 'session', count: 14 },
    { failureCode: 'PORTAL_INSUFFICIENT_BALANCE', failureCategory: 'blockchain', count: 3 },
  ],
}

const recipients = { [`0x${'1'.repeat(40)}`]: 36.2, [`0x${'2'.repeat(40)}`]: 2.4, manual: 3.1 }
const sold = { subtotal: 38, taxes: { city: 1.5, state: 1.7 }, fee: 0.5, total: 41.7 }
const settled = { ...sold, refunds: 0, net: 41.7, credit: 0, recipients }
const settlement: AnswerOf<'/api/reports/settlement'> = {
  ok: true,
  ...span,
  taxes: ['city', 'state'],
  recipients: Object.keys(recipients),
  rows: Array.from({ length: 70 }, (_, index) => ({
    date: new Date(span.to - index * 3_600_000).toISOString(),
    receiptId: `NB-${20_500 - index}`,
    currency: 'USD',
    tokens: [index % 5 === 0 ? 'ETH' : 'USDC'],
    ...settled,
  })),
  totals: settled,
  receivedNotSold: {
    rows: [
      {
        date: new Date(span.to).toISOString(),
        receiptId: null,
        token: 'USDC',
        amount: '5',
        transactionHash: `0x${'a1'.repeat(32)}`,
        usd: 5,
        recipients: { unassigned: 5 },
      },
    ],
    totals: { usd: 5, recipients: { unassigned: 5 } },
  },
}

const subscriptions: AnswerOf<'/api/reports/subscriptions'> = {
  ok: true,
  ...span,
  mrr: 2_070.5,
  active: 89,
  unpaid: 2,
  paused: 4,
  new: 9,
  churned: 3,
  churnRate: 0.034,
  charges: 92,
  charged: 1_975,
  retried: 11,
  recovered: 8,
  recoveredUsd: 187.5,
  failing: 3,
  failingUsd: 62.5,
  weeks: [410, 455, 440, 470, 200].map((charged, index) => ({
    from: span.from + index * 7 * dayMs,
    charged,
  })),
  cohorts: Array.from({ length: 12 }, (_, index) => ({
    month: `${index < 1 ? 2025 : 2026}-${String(((index + 11) % 12) + 1).padStart(2, '0')}`,
    started: 10 + index,
    retained: Array.from({ length: 12 - index }, (_unused, months) =>
      Math.max(1, 10 + index - months),
    ),
  })),
}

const refunded: AnswerOf<'/api/receipts'> = { receipts: [], nextCursor: null }

const answers: ScreenStates['answers'] = {
  '/api/reports/summary': summaryOf((day) => 12 + ((day * 7) % 11)),
  '/api/reports/home': homeOf((day) => 6 + ((day * 5) % 9)),
  '/api/reports/items': items,
  '/api/reports/tax': tax,
  '/api/reports/funnel': funnel,
  '/api/reports/settlement': settlement,
  '/api/reports/subscriptions': subscriptions,
  '/api/receipts': refunded,
}

const noMemory = { none: 'Reports are not read while the database is down.' }

export const reports: ScreenStates = {
  path: '/reports',
  reads: ['/api/reports/summary', '/api/reports/funnel'],
  answers,
  states: {
    empty: {
      answers: { '/api/reports/summary': summaryOf(() => 0) },
      shows: 'Nothing in these days',
    },
    one: {
      path: '/reports?range=today',
      answers: { '/api/reports/summary': summaryOf(() => 1) },
      shows: 'By currency',
    },
    many: { shows: 'Show all 30 days' },
    loading: {},
    stale: { path: '/reports/items' },
    degraded: noMemory,
    refused: {},
    error: { path: '/reports/funnel' },
  },
}

/** The other reports, each of which is a state of its own. */
export const otherReports: ScreenStates = {
  path: '/reports/funnel',
  reads: ['/api/reports/tax'],
  answers,
  states: {
    empty: { path: '/reports/tips', shows: 'Sales with a tip' },
    one: { path: '/reports/refunds', shows: 'Refunds by day' },
    many: { path: '/reports/settlement', shows: '70 receipts' },
    loading: { path: '/reports/tax' },
    stale: { path: '/reports/subscriptions' },
    degraded: noMemory,
    refused: { path: '/reports/items', shows: 'Your role does not allow this' },
    error: { path: '/reports/tax' },
  },
}
