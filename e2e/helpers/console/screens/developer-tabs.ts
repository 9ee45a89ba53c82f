import { type AnswerOf, type ScreenStates, statesOfTab } from './screen-states.js'

const at = 1_795_000_000_000
const minuteMs = 60_000

type Delivery = AnswerOf<'/api/webhooks/deliveries'>['deliveries'][number]

const statuses = ['failed', 'pending', 'delivered', 'delivered', 'delivered'] as const

function endpointsOf(count: number): AnswerOf<'/api/webhooks'> {
  return {
    ok: true,
    webhooks: Array.from({ length: count }, (_, index) => ({
      id: `whk_${index}`,
      url: `https://hooks${index}.example.com/tallystick/receipts/with/a/long/path`,
      events: ['receipt.status_updated' as const],
      enabled: index !== 1,
      extendedRetries: index === 0,
      createdAt: at,
    })),
  }
}

function deliveryOf(index: number): Delivery {
  const status = statuses[index % statuses.length] ?? 'delivered'
  const isDelivered = status === 'delivered'
  const attempt = {
    at: at - index * minuteMs,
    httpStatus: isDelivered ? 204 : 500,
    error: isDelivered ? null : 'http_status',
    durationMs: 84,
  }
  return {
    deliveryId: `dlv_${index}`,
    eventId: `evt_${index}`,
    receiptId: index === 3 ? null : `INV-2026-${1_000 + index}`,
    event: index === 3 ? 'subscription.charged' : 'receipt.status_updated',
    url: 'https://hooks0.example.com/tallystick',
    webhookId: 'whk_0',
    status,
    attempts: isDelivered ? [attempt] : [attempt, { ...attempt, at: attempt.at + 5_000 }],
    createdAt: at - index * minuteMs,
  }
}

const deliveriesOf = (count: number): AnswerOf<'/api/webhooks/deliveries'> => ({
  ok: true,
  deliveries: Array.from({ length: count }, (_, index) => deliveryOf(index)),
  nextCursor: count > 5 ? 'next' : null,
})

const response = {
  contentType: 'application/json',
  body: JSON.stringify({ error: 'The disk is full', code: 28 }),
  isTruncated: false,
}

const delivery = (index: number): AnswerOf<'/api/webhooks/deliveries/{id}'> => ({
  ok: true,
  delivery: {
    ...deliveryOf(index),
    attempts: deliveryOf(index).attempts.map((attempt) => ({ ...attempt, response })),
    request: {
      headers: { 'content-type': 'application/json', 'x-service-signature': 't=1,v1=abc' },
      body: JSON.stringify({ event: 'receipt.status_updated', receiptId: 'INV-2026-1000' }),
    },
  },
})

export const webhookTab: ScreenStates = statesOfTab({
  path: '/developers/webhooks',
  reads: ['/api/webhooks'],
  answers: {
    '/api/webhooks': endpointsOf(3),
    '/api/webhooks/deliveries': deliveriesOf(25),
    '/api/webhooks/deliveries/{id}': (url) => delivery(Number(url.pathname.split('_').at(-1))),
  },
  empty: { answers: { '/api/webhooks': endpointsOf(0) }, shows: 'No endpoints yet' },
  one: {
    answers: { '/api/webhooks': endpointsOf(1), '/api/webhooks/deliveries': deliveriesOf(0) },
    shows: 'No deliveries yet',
  },
  many: { shows: 'The disk is full' },
})

const requestsOf = (count: number): AnswerOf<'/api/requests'> => ({
  ok: true,
  requests: Array.from({ length: count }, (_, index) => ({
    id: `req_${index}`,
    at: at - index * 1_000,
    keyId: 'key_0',
    method: index % 3 === 0 ? 'POST' : 'GET',
    route: index % 3 === 0 ? '/api/orders' : '/api/subscriptions/{id}/charges',
    status: index % 3 === 0 ? 400 : 200,
    durationMs: 12.5 + index,
    correlationId: `cor_h990y6h2pppf3f0fygj9ab9b${index}`,
    error: index % 3 === 0 ? 'inventory_item_not_found' : null,
    sample: index % 3 === 0 ? { items: [{ sku: '[4 characters]', qty: 3 }] } : null,
  })),
  nextCursor: null,
})

export const requestTab: ScreenStates = statesOfTab({
  path: '/developers/requests',
  reads: ['/api/requests'],
  answers: { '/api/requests': requestsOf(40) },
  empty: { answers: { '/api/requests': requestsOf(0) }, shows: 'No calls yet' },
  one: { answers: { '/api/requests': requestsOf(1) }, shows: 'inventory_item_not_found' },
  many: { shows: 'GET /api/subscriptions/{id}/charges' },
})

/** The other tabs of developers, each of which is a state of its own. */
export const developerTabs: ScreenStates = statesOfTab({
  path: '/developers/events',
  reads: ['/api/events'],
  answers: {},
  empty: {
    shows: 'No events yet',
    answers: { '/api/events': { events: [], cursor: '' } as never },
  },
  one: { path: '/developers/snippets', shows: 'npm install @tallystick/sdk' },
  many: { path: '/developers/agents', shows: 'search_shops' },
})
