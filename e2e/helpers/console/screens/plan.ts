import type { AnswerOf, ScreenStates } from './screen-states.js'

type Limits = AnswerOf<'/api/billing/limits'>
type Balance = AnswerOf<'/api/billing/balance'>

const at = 1_795_000_000_000
const wallet = `0x${'1'.repeat(40)}`
const use = { isSet: false, limit: 600, used: 512, resetAt: at }

const limitNames = ['keys', 'webhooks', 'members', 'reports', 'imports'] as const

function limitsOf(count: number): Limits {
  return {
    ok: true,
    wallet,
    isOwn: false,
    isEstablished: count > 1,
    suspension: null,
    plans: [
      {
        subscriptionId: 'dsub_1',
        plan: 'pro',
        paidUntil: at,
        calls: { ...use, isSet: true },
        receipts: { ...use, limit: 12_000, used: 340 },
      },
    ],
    limits: Array.from({ length: count }, (_, index) => ({
      name: limitNames[index] ?? `limit-${index}`,
      counts: index === 3 ? 'reports of sales, items, funnels and taxes' : `things ${index}`,
      windowSeconds: [null, 60, 3_600, 86_400, 900][index % 5] ?? null,
      isSet: index === 1,
      limit: 100,
      used: index === 4 ? null : index * 7 + 1,
      resetAt: index % 2 === 0 ? null : at,
    })),
    updatedAt: at,
  }
}

const balance: Balance = {
  ok: true,
  wallet,
  balance: 1_000_000,
  unit: 'seconds',
  grantedSeconds: 2_592_000,
  usedSeconds: 1_592_000,
  remainingSeconds: 1_000_000,
  expiresAt: at,
  plan: { key: 'pro', name: 'Pro', priceUsd: 399, renewsAt: at },
  updatedAt: at,
}

export const plan: ScreenStates = {
  path: '/plan',
  reads: ['/api/billing/limits'],
  answers: { '/api/billing/limits': limitsOf(14), '/api/billing/balance': balance },
  states: {
    empty: { answers: { '/api/billing/limits': limitsOf(0) }, shows: 'No limit matches' },
    one: {
      answers: {
        '/api/billing/limits': {
          ...limitsOf(1),
          suspension: { at, reason: 'Unusual refunds of the last week' },
        },
      },
      shows: 'This shop is suspended',
    },
    many: { shows: 'Set by the operator' },
    loading: {},
    stale: {},
    degraded: {
      answers: {
        '/api/billing/balance': {
          ...balance,
          plan: null,
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
