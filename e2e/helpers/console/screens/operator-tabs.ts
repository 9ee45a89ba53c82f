import { me } from './operator.js'
import { type AnswerOf, type ScreenStates, statesOfTab } from './screen-states.js'

const at = 1_795_000_000_000
const refused = { shows: 'Only operators of the platform see this' }
const walletOf = (index: number) => `0x${String(index + 10).padStart(40, '7')}`

const alertsOf = (count: number): AnswerOf<'/api/admin/alerts'> => ({
  ok: true,
  alerts: Array.from({ length: count }, (_, index) => ({
    name: 'signer_unfunded' as const,
    key: walletOf(index),
    message: 'The relayer has 0.0001 ETH, which pays for two more transactions',
    since: at,
  })),
  checks: ['database', 'chain', 'outgoing', 'jobs', 'journal', 'webhooks'].map((name, index) => ({
    name,
    ok: index !== 2,
  })),
})

const nodesOf = (count: number): AnswerOf<'/api/admin/nodes'> => ({
  ok: true,
  chainId: 84_532,
  nodes: Array.from({ length: count }, (_, index) => ({
    node: index + 1,
    latencyMs: index === 1 ? null : 34,
    blockNumber: index === 1 ? null : 12_345_678,
    blockTime: index === 1 ? null : at,
    blocksBehind: index === 1 ? null : index,
    error: index === 1 ? 'The connection was refused' : null,
  })),
  paymentsBehind: 3,
})

export const stateTab: ScreenStates = statesOfTab({
  path: '/operator',
  reads: ['/api/admin/alerts'],
  answers: {
    '/api/auth/me': me,
    '/api/admin/alerts': alertsOf(3),
    '/api/admin/nodes': nodesOf(3),
  },
  empty: {
    answers: { '/api/admin/alerts': alertsOf(0), '/api/admin/nodes': nodesOf(0) },
    shows: 'No chain is configured',
  },
  one: { answers: { '/api/admin/alerts': alertsOf(1) }, shows: 'signer_unfunded' },
  many: { shows: 'The connection was refused' },
  refused,
})

const merchantOf = (index: number) => ({
  wallet: walletOf(index),
  owner: walletOf(index),
  name: index === 1 ? 'Hollow Oak Farm, Bakery and Garden Center' : `Blue Café ${index}`,
  slug: `blue-cafe-${index}`,
  plan: 'pro' as const,
  status: index === 2 ? ('suspended' as const) : ('active' as const),
  suspendedAt: index === 2 ? at : null,
  suspendedReason: index === 2 ? 'Sells what it does not have' : null,
  createdAt: at,
})

const merchantsOf = (count: number): AnswerOf<'/api/admin/merchants'> => ({
  ok: true,
  merchants: Array.from({ length: count }, (_, index) => merchantOf(index)),
  nextCursor: null,
})

const figures = {
  orders: 214,
  volume: 12_345.67,
  fees: 123.45,
  platformFees: 61.72,
  refunds: 250,
  net: 12_095.67,
  receipts: 240,
  failures: 3,
}

const daysOf = (count: number): AnswerOf<'/api/admin/reports/merchants'> => ({
  ok: true,
  from: '2026-10-21',
  to: '2026-11-19',
  totals: figures,
  days: Array.from({ length: count }, (_, index) => ({
    date: `2026-11-${String(19 - (index % 18)).padStart(2, '0')}`,
    wallet: walletOf(index),
    ...figures,
  })),
  nextCursor: null,
})

export const merchantTab: ScreenStates = statesOfTab({
  path: '/operator/merchants',
  reads: ['/api/admin/merchants'],
  answers: {
    '/api/auth/me': me,
    '/api/admin/merchants': merchantsOf(20),
    '/api/admin/merchants/{wallet}': {
      ok: true,
      merchant: { ...merchantOf(2), subscriptions: [], members: 3, keys: 2, receipts: 1_240 },
    },
    '/api/admin/merchants/{wallet}/limits': {
      ok: true,
      wallet: walletOf(2),
      isOwn: false,
      limits: { keys: 5 },
      inForce: { keys: 5, webhooks: 10, members: 200, 'receipt-exports': 4 },
    },
    '/api/admin/reports/merchants': daysOf(1),
  },
  empty: { answers: { '/api/admin/merchants': merchantsOf(0) }, shows: 'No merchant matches' },
  one: {
    path: `/operator/merchants?wallet=${walletOf(2)}`,
    shows: 'Suspended: Sells what it does not have',
  },
  many: { shows: 'Hollow Oak Farm, Bakery and Garden Center' },
  refused,
})

export const merchantReportTab: ScreenStates = statesOfTab({
  path: '/operator/report',
  reads: ['/api/admin/reports/merchants'],
  answers: { '/api/auth/me': me, '/api/admin/reports/merchants': daysOf(30) },
  empty: {
    answers: { '/api/admin/reports/merchants': daysOf(0) },
    shows: 'No sales in this range',
  },
  one: { answers: { '/api/admin/reports/merchants': daysOf(1) }, shows: '2026-11-19' },
  many: { shows: 'Platform fees' },
  refused,
})

const transactionsOf = (count: number): AnswerOf<'/api/admin/transactions'> => ({
  ok: true,
  transactions: Array.from({ length: count }, (_, index) => ({
    id: `out_${index}`,
    purpose: index === 0 ? 'split.distribute' : 'deposit.flush',
    wallet: walletOf(1),
    state: index < 2 ? ('sent' as const) : ('final' as const),
    stateSince: at,
    createdAt: at,
    ageMs: 60_000,
    to: walletOf(2),
    valueWei: '0',
    gasLimit: 90_000,
    signer: walletOf(3),
    nonce: 40 + index,
    hash: `0x${'ab'.repeat(32)}`,
    blockNumber: null,
    gasUsed: null,
    error: index === 0 ? 'The chain demands more than MAX_FEE_GWEI' : null,
    isStuck: index === 0,
    isNonceUsedElsewhere: false,
    attempts: 6,
    newestAttempts: [],
    request: index === 1 ? { step: 'replace' as const, at, result: null } : null,
    actions: index < 2 ? ['replace' as const, 'cancel' as const, 'retry' as const] : [],
  })),
  nextCursor: null,
})

const relayer: AnswerOf<'/api/admin/relayer'> = {
  ok: true,
  relayers: [
    {
      address: walletOf(3),
      signs: ['deposits'],
      balance: '0.412345678901234567',
      balanceWei: '412345678901234567',
      nonce: 40,
      pendingNonce: 42,
    },
  ],
  budgets: ['deposit.flush', null].map((purpose) => ({
    purpose,
    usedGas: '1250000',
    maxGas: '50000000',
    revertedGas: '0',
    maxRevertedGas: null,
  })),
  resetAt: at,
  queue: {
    planned: 0,
    signed: 0,
    sent: 2,
    mined: 0,
    reverted: 0,
    failed: 0,
    stuck: 1,
    oldestUnminedMs: 60_000,
    blocked: [],
  },
}

export const transactionTab: ScreenStates = statesOfTab({
  path: '/operator/transactions',
  reads: ['/api/admin/transactions'],
  answers: {
    '/api/auth/me': me,
    '/api/admin/transactions': transactionsOf(20),
    '/api/admin/relayer': relayer,
  },
  empty: {
    answers: { '/api/admin/transactions': transactionsOf(0) },
    shows: 'No transaction is in this state',
  },
  one: { answers: { '/api/admin/transactions': transactionsOf(1) }, shows: 'split.distribute' },
  many: { shows: 'The chain demands more than MAX_FEE_GWEI' },
  refused,
})

/** The other tabs of operators, each of which is a state of its own. */
export const operatorTabs: ScreenStates = statesOfTab({
  path: '/operator/queues',
  reads: ['/api/admin/webhooks/failed'],
  answers: {
    '/api/auth/me': me,
    '/api/admin/webhooks/queues': {
      ok: true,
      unpublished: 0,
      queues: 4,
      failed: 12,
      byHost: [4, 1].map((queues, index) => ({
        wallet: walletOf(index),
        host: 'hooks.hollow-oak-farm.example.com',
        queues,
        retrying: index,
        sending: 1,
        overdueMs: 95_000,
      })),
    },
    '/api/admin/webhooks/failed': {
      ok: true,
      deliveries: Array.from({ length: 12 }, (_, index) => ({
        wallet: walletOf(index),
        deliveryId: `dlv_${index}`,
        event: 'receipt.status_updated',
        receiptId: `INV-${index}`,
        url: 'https://hooks.hollow-oak-farm.example.com/tallystick/receipts',
        attempts: 2,
        lastError: 'http_status',
        lastHttpStatus: 500,
        createdAt: at,
      })),
      nextCursor: null,
    },
    '/api/admin/journal': {
      ok: true,
      isFailing: false,
      records: 0,
      segments: 1,
      oldestAt: null,
      quarantined: 0,
    },
    '/api/admin/journal/quarantine': { ok: true, records: [], nextCursor: null },
    '/api/admin/listings': { ok: true, listings: [], total: 0 },
    '/api/admin/version': {
      ok: true,
      version: '1.0.0',
      runtime: 'v24.4.0',
      database: '17.5',
      mode: 'sandbox',
      role: 'all',
      chainId: 84_532,
      startedAt: at,
      migrations: [{ version: 1, name: '0001-schema', state: 'applied', appliedAt: at }],
    },
  },
  empty: { path: '/operator/listings', shows: 'No listing waits' },
  one: { path: '/operator/version', shows: '0001-schema' },
  many: { shows: 'hooks.hollow-oak-farm.example.com' },
  refused,
})
