import type { AnswerOf, ScreenStates } from './screen-states.js'

type Balances = AnswerOf<'/api/payouts/balances'>
type SplitConfig = NonNullable<AnswerOf<'/api/split/deploy'>['split']>

const address = (digit: string) => `0x${digit.repeat(40)}`
const split = address('a')
const hourMs = 3_600_000

const recipients: SplitConfig['recipients'] = [
  { address: address('1'), sharesBps: 7_950, role: 'merchant', label: 'Notch & Bean LLC' },
  { address: address('2'), sharesBps: 1_500, role: 'partner', label: 'Hollow Oak Farm' },
  { address: address('3'), sharesBps: 500, role: 'partner', label: 'Tax reserve' },
  { address: address('f'), sharesBps: 50, role: 'platform' },
]

function splitOf(members: SplitConfig['recipients']): AnswerOf<'/api/split/deploy'> {
  return {
    ok: true,
    configured: true,
    split: {
      address: split,
      chainId: 84_532,
      kind: 'pull',
      recipients: members,
      totalBps: 10_000,
      owner: address('1'),
      deployedTx: null,
      status: 'deployed',
      version: 1,
      createdAt: 1,
    },
  }
}

const balance = {
  payoutAddress: split,
  token: address('c'),
  decimals: 6,
  since: Date.now() - hourMs,
} as const

const balances: Balances = {
  ok: true,
  automatic: true,
  minUsd: 1_500,
  withinHours: 24,
  next: { usd: 1_284.12, at: Date.now() + 3 * hourMs },
  depositsUsd: 249.4,
  splitsUsd: 1_034.72,
  balances: [
    {
      ...balance,
      place: 'split',
      symbol: 'USDC',
      units: '980150000',
      amount: '980.15',
      usd: 980.15,
      addresses: 0,
      waitsFor: 'below_minimum',
      nextAt: Date.now() + 3 * hourMs,
    },
    {
      ...balance,
      place: 'deposit',
      symbol: 'USDC',
      units: '249400000',
      amount: '249.4',
      usd: 249.4,
      addresses: 4,
      waitsFor: 'confirming',
      nextAt: Date.now(),
    },
    {
      ...balance,
      place: 'split',
      token: address('d'),
      symbol: 'USDT',
      units: '54570000',
      amount: '54.57',
      usd: 54.57,
      addresses: 0,
      waitsFor: 'below_minimum',
      nextAt: Date.now() + 3 * hourMs,
    },
  ],
}

const nothing: Balances = {
  ...balances,
  next: { usd: 0, at: null },
  depositsUsd: 0,
  splitsUsd: 0,
  balances: [],
}

function historyOf(count: number): AnswerOf<'/api/payouts'> {
  const parts = recipients.map(({ address: account, label = '', role, sharesBps }) => ({
    address: account,
    label,
    role,
    symbol: 'USDC',
    units: String(sharesBps * 100_000),
    amount: String(sharesBps / 10),
    usd: sharesBps / 10,
  }))
  return {
    ok: true,
    count,
    explorerUrl: 'https://sepolia.basescan.org',
    nextCursor: null,
    recipients: count > 0 ? parts : [],
    payouts: Array.from({ length: count }, (_, index) => ({
      transactionHash: `0x${String(index).padStart(64, '7')}`,
      split,
      at: Date.now() - index * 5 * hourMs,
      status: index === 0 ? 'sent' : 'confirmed',
      usd: 1_000 + index,
      recipients: parts,
    })),
  }
}

export const payouts: ScreenStates = {
  path: '/payouts',
  reads: ['/api/payouts/balances', '/api/payouts', '/api/split/deploy'],
  answers: {
    '/api/payouts/balances': balances,
    '/api/payouts': historyOf(40),
    '/api/split/deploy': splitOf(recipients),
  },
  states: {
    empty: {
      answers: {
        '/api/payouts/balances': nothing,
        '/api/payouts': historyOf(0),
        '/api/split/deploy': { ok: true, configured: false, split: null },
      },
      shows: 'No payouts yet',
    },
    one: {
      answers: {
        '/api/payouts/balances': nothing,
        '/api/payouts': historyOf(1),
        '/api/split/deploy': splitOf([
          { address: address('1'), sharesBps: 9_950, role: 'merchant' },
          { address: address('f'), sharesBps: 50, role: 'platform' },
        ]),
      },
      shows: '1 payout',
    },
    many: { shows: '40 payouts' },
    loading: {},
    stale: {},
    degraded: { answers: { '/api/split/deploy': { ...splitOf(recipients), degraded: true } } },
    refused: {},
    error: {},
  },
}
