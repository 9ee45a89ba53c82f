import type { ApiComponents } from '@tallystick/sdk'
import { receiptPage } from './sample-receipts.js'
import type { AnswerOf, ScreenStates } from './screen-states.js'

type Customer = ApiComponents['schemas']['Customer']

const dayMs = 86_400_000
const names = ['Ada Lovelace', 'Dr. Bartholomew Achterberg-Lindqvist of Upper Hollow Oak', null]

function customerOf(index: number): Customer {
  const name = names[index % names.length] ?? null
  return {
    id: `cus_${index}`,
    wallet: index % 2 === 0 ? `0x${String(index % 10).repeat(40)}` : null,
    email: index % 4 === 2 ? null : `customer.${index}@example.com`,
    name,
    receiptCount: (index % 9) + 1,
    spentUsd: 120.5 + index * 17,
    refundedUsd: index % 5 === 0 ? 20 : 0,
    firstSeenAt: Date.now() - 90 * dayMs,
    lastSeenAt: Date.now() - index * dayMs,
    consent: [true, false, null][index % 3] ?? null,
    consentAt: index % 3 === 2 ? null : Date.now() - 30 * dayMs,
    note: index % 2 === 0 ? 'Prefers oolong' : null,
    revision: 2,
  }
}

const pageOf = (count: number): AnswerOf<'/api/customers'> => ({
  ok: true,
  customers: Array.from({ length: count }, (_, index) => customerOf(index)),
  nextCursor: null,
  total: count,
})

const withoutSubscriptions = { success: true as const, subscriptions: [], nextCursor: null }

export const customers: ScreenStates = {
  path: '/customers',
  reads: ['/api/customers'],
  answers: { '/api/customers': pageOf(60) },
  states: {
    empty: { answers: { '/api/customers': pageOf(0) }, shows: 'No customers yet' },
    one: { answers: { '/api/customers': pageOf(1) }, shows: '1 customer' },
    many: { shows: '60 customers' },
    loading: {},
    stale: {},
    degraded: { none: 'Customers are not read from memory: their error says so.' },
    refused: {},
    error: {},
  },
}

/** The drawer of a customer. */
export const customerDetail: ScreenStates = {
  path: '/customers/cus_999',
  reads: ['/api/customers/{id}'],
  answers: {
    ...customers.answers,
    '/api/customers/{id}': { ok: true, customer: { ...customerOf(1), id: 'cus_999' } },
    '/api/receipts': receiptPage(3),
    '/api/subscriptions/status': withoutSubscriptions,
  },
  states: {
    empty: {
      answers: {
        '/api/customers/{id}': { ok: true, customer: { ...customerOf(2), id: 'cus_999' } },
        '/api/receipts': receiptPage(0),
      },
      shows: 'No receipts.',
    },
    one: { answers: { '/api/receipts': receiptPage(1) }, shows: 'Personal data' },
    many: { shows: 'Personal data' },
    loading: {},
    stale: {},
    degraded: { none: 'A customer is not read from memory: its error says so.' },
    refused: {},
    error: {},
  },
}
