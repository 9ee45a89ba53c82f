import type { ApiComponents } from '@tallystick/sdk'
import type { AnswerOf, ScreenStates } from './screen-states.js'

type Subscription = ApiComponents['schemas']['Subscription']
type Report = AnswerOf<'/api/reports/subscriptions'>
type Plans = AnswerOf<'/api/subscriptions/plans/history'>

const dayMs = 86_400_000
const address = (digit: string) => `0x${digit.repeat(40)}`
const statuses = ['active', 'active', 'past_due', 'active', 'unpaid', 'paused'] as const

function subscriptionOf(index: number): Subscription {
  const status = statuses[index % statuses.length] ?? 'active'
  const hasFailed = status === 'past_due' || status === 'unpaid'
  const [start, end] = [Date.now() - index * dayMs, Date.now() + (30 - index) * dayMs]
  return {
    subscriptionId: `sub_${index}`,
    planId: 'plan_1',
    planName: index % 4 === 0 ? 'Roaster’s Choice, monthly' : 'Espresso refill',
    merchantWallet: address('1'),
    customerWallet: address(String(index % 10)),
    status,
    priceUsd: 25,
    period: 'MONTHLY',
    nextChargeAt: status === 'paused' ? null : end,
    nextAttemptAt: status === 'past_due' ? Date.now() + dayMs : null,
    lastChargeAt: start,
    lastChargeStatus: hasFailed ? 'failed' : 'succeeded',
    lastChargeFailure: hasFailed ? 'balance' : null,
    failedAttempts: hasFailed ? 2 : 0,
    currentPeriodStart: start,
    currentPeriodEnd: end,
    remainingAllowance: '25000000',
    permissionHash: `0x${'9'.repeat(64)}`,
    createdAt: start,
    canceledAt: null,
    onChain: null,
  }
}

const listOf = (count: number) => (url: URL) => {
  const wanted = url.searchParams.get('status')?.split(',')
  const all = Array.from({ length: count }, (_, index) => subscriptionOf(index))
  const subscriptions = all.filter(({ status }) => !wanted || wanted.includes(status))
  return { success: true as const, subscriptions, nextCursor: null }
}

function reportOf(active: number): Report {
  return {
    ok: true,
    from: Date.now() - 30 * dayMs,
    to: Date.now(),
    mrr: active * 25,
    active,
    unpaid: 1,
    paused: 2,
    new: 9,
    churned: 3,
    churnRate: 0.034,
    charges: active,
    charged: active * 25,
    retried: 11,
    recovered: 8,
    recoveredUsd: 187.5,
    failing: 3,
    failingUsd: 62.5,
    weeks: Array.from({ length: 7 }, (_, index) => ({
      from: Date.now() - (49 - index * 7) * dayMs,
      charged: 400 + index * 12,
    })),
    cohorts: [],
  }
}

const sums = { revenueUsd: 60, charges: 3, failingUsd: 7, failingCharges: 1, unknownCharges: 0 }
const forecast: AnswerOf<'/api/subscriptions/forecast'> = {
  success: true,
  subscriptions: 40,
  totals: sums,
  nextCursor: null,
  days: Array.from({ length: 56 }, (_, index) => ({
    ...sums,
    date: new Date(Date.now() + index * dayMs).toISOString().slice(0, 10),
    failing:
      index < 3
        ? [
            {
              subscriptionId: `sub_${index}`,
              planId: 'plan_1',
              customerWallet: address('4'),
              at: Date.now() + index * dayMs,
              amountUsd: 25,
              reason: 'allowance' as const,
            },
          ]
        : [],
  })),
}

function plansOf(count: number): Plans {
  return {
    success: true,
    plans: Array.from({ length: count }, (_, index) => ({
      planId: `plan_${index + 1}`,
      name: index === 0 ? 'Roaster’s Choice, monthly' : `Espresso refill ${index}`,
      description: 'A bag of freshly roasted beans every month.',
      priceUsd: 25,
      period: 'MONTHLY' as const,
      trialDays: 0,
      graceDays: 7,
      active: index < 3,
      revision: 1,
      createdAt: 1,
      updatedAt: 1,
      monthlyUsd: 1_525,
      versions: [
        {
          version: 1,
          priceUsd: 25,
          period: 'MONTHLY' as const,
          createdAt: 1,
          replacedAt: null,
          active: 61,
          paused: 0,
          failing: 2,
          ended: 4,
        },
      ],
    })),
  }
}

export const subscriptions: ScreenStates = {
  path: '/subscriptions',
  reads: [
    '/api/reports/subscriptions',
    '/api/subscriptions/status',
    '/api/subscriptions/forecast',
    '/api/subscriptions/plans/history',
  ],
  answers: {
    '/api/reports/subscriptions': reportOf(89),
    '/api/subscriptions/status': listOf(40),
    '/api/subscriptions/forecast': forecast,
    '/api/subscriptions/plans/history': plansOf(4),
  },
  states: {
    empty: {
      answers: {
        '/api/reports/subscriptions': reportOf(0),
        '/api/subscriptions/status': listOf(0),
        '/api/subscriptions/plans/history': plansOf(0),
      },
      shows: 'No subscribers yet',
    },
    one: {
      answers: {
        '/api/reports/subscriptions': reportOf(1),
        '/api/subscriptions/status': listOf(1),
        '/api/subscriptions/plans/history': plansOf(1),
      },
      shows: '$25.00',
    },
    many: { shows: '$2,225.00' },
    loading: {},
    stale: {},
    degraded: { none: 'Subscriptions are not read from memory: their error says so.' },
    refused: {},
    error: {},
  },
}
