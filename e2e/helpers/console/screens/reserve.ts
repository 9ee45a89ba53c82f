import type { AnswerOf, ScreenStates } from './screen-states.js'

type Balances = AnswerOf<'/api/reserve/balances'>
type Recommendations = AnswerOf<'/api/reserve/recommend'>
type History = AnswerOf<'/api/reserve/history'>

const at = 1_795_000_000_000
const dayMs = 86_400_000
const currencies = ['USDC', 'USDT', 'ETH'] as const

function balancesOf(count: number): Balances {
  return {
    updatedAt: at,
    balances: currencies.slice(0, count).map((currency, index) => {
      const amounts = { releasable: 980.15 - index * 400, deposits: 249.4, wallet: 120 }
      const reserved = amounts.releasable + amounts.deposits + amounts.wallet
      return {
        currency,
        reserved,
        target: index === 2 ? 0 : 900 + index * 240,
        ...amounts,
        amounts: {
          reserved: reserved.toFixed(2),
          releasable: amounts.releasable.toFixed(2),
          deposits: '249.4',
          wallet: '120',
        },
      }
    }),
  }
}

function recommendationsOf(count: number): Recommendations {
  const bases = ['tax_liability', 'refund_rate', 'avg_daily_volume'] as const
  return {
    windowDays: 30,
    updatedAt: at,
    recommendations: currencies.slice(0, count).map((currency, index) => ({
      currency,
      target: 900,
      targetAmount: '900.25',
      basis: bases[index] ?? 'default',
      parts: [
        { basis: 'avg_daily_volume', target: 310.5 },
        { basis: 'refund_rate', target: 120.25 },
        { basis: 'subscription_forecast', target: 12 },
        { basis: 'tax_liability', component: 'state', target: 460.75 },
      ],
    })),
  }
}

function historyOf(days: number): History {
  return {
    history: Array.from({ length: days }, (_, index) =>
      (['USDC', 'USDT'] as const).map((currency, place) => ({
        date: new Date(at - (days - index) * dayMs).toISOString().slice(0, 10),
        currency,
        reserved: 700 + ((index * 67) % 420) - place * 200,
        target: 900,
        reservedAmount: '700',
        updatedAt: at,
      })),
    ).flat(),
  }
}

export const reserve: ScreenStates = {
  path: '/reserve',
  reads: ['/api/reserve/balances', '/api/reserve/recommend', '/api/reserve/history'],
  answers: {
    '/api/reserve/balances': balancesOf(3),
    '/api/reserve/recommend': recommendationsOf(3),
    '/api/reserve/history': historyOf(30),
  },
  states: {
    empty: {
      answers: {
        '/api/reserve/balances': balancesOf(0),
        '/api/reserve/recommend': recommendationsOf(0),
        '/api/reserve/history': historyOf(0),
      },
      shows: 'No money is reserved',
    },
    one: {
      answers: {
        '/api/reserve/balances': balancesOf(1),
        '/api/reserve/recommend': recommendationsOf(1),
        '/api/reserve/history': historyOf(1),
      },
      shows: 'Target reached',
    },
    many: { shows: 'Refunds to expect' },
    loading: {},
    stale: {},
    degraded: {
      answers: {
        '/api/reserve/balances': {
          balances: [],
          updatedAt: 0,
          degraded: true,
          reason: 'datastore_unavailable',
        },
      },
    },
    refused: {},
    error: {},
  },
}
