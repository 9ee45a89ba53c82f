import type { AnswerOf, ScreenStates } from './screen-states.js'
import { emptyConfig, fullConfig } from './shop.js'

type Split = AnswerOf<'/api/split/deploy'>
type Items = AnswerOf<'/api/inventory'>
type Webhooks = AnswerOf<'/api/webhooks'>

const address = (digit: string) => `0x${digit.repeat(40)}`

const noSplit: Split = { ok: true, configured: false, split: null }
const split: Split = {
  ok: true,
  configured: true,
  split: {
    address: address('a'),
    chainId: 84_532,
    kind: 'pull',
    recipients: [
      { address: address('1'), sharesBps: 9_950, role: 'merchant', label: 'Notch & Bean LLC' },
      { address: address('f'), sharesBps: 50, role: 'platform' },
    ],
    totalBps: 10_000,
    owner: address('1'),
    deployedTx: null,
    status: 'planned',
    version: 1,
    createdAt: 1,
  },
}

const item: Items['items'][number] = {
  id: 'itm_1',
  sku: 'BEANS',
  name: 'House espresso beans 250 g',
  description: '',
  category: '',
  tags: [],
  priceUsd: 14.5,
  priceUsdFollowsRate: false,
  priceIncludesTax: false,
  taxable: true,
  stockQty: -1,
  lowStockQty: null,
  reservedQty: 0,
  images: [],
  industryPack: '',
  attributes: {},
  parentSku: null,
  options: {},
  active: true,
  wallet: address('1'),
  revision: 1,
  createdAt: 1,
  updatedAt: 1,
}

const itemsOf = (items: Items['items']): Items => ({
  ok: true,
  items,
  total: items.length,
  page: 1,
  limit: 1,
  totalPages: 1,
  hasMore: false,
})

const webhooks: Webhooks = {
  ok: true,
  webhooks: [
    {
      id: 'wh_1',
      url: 'https://notch-and-bean.example/webhooks/tallystick/production',
      events: ['receipt.status_updated'],
      enabled: true,
      extendedRetries: false,
      createdAt: 1,
    },
  ],
}

export const setup: ScreenStates = {
  path: '/setup',
  reads: ['/api/webhooks'],
  answers: {
    '/api/shop/config': { config: fullConfig },
    '/api/split/deploy': split,
    '/api/inventory': itemsOf([item]),
    '/api/webhooks': webhooks,
  },
  states: {
    empty: {
      answers: {
        '/api/shop/config': { config: emptyConfig },
        '/api/split/deploy': noSplit,
        '/api/inventory': itemsOf([]),
        '/api/webhooks': { ...webhooks, webhooks: [] },
      },
      shows: '4 things are left.',
    },
    one: {
      answers: {
        '/api/shop/config': { config: { ...emptyConfig, name: 'Notch & Bean' } },
        '/api/split/deploy': noSplit,
        '/api/inventory': itemsOf([]),
        '/api/webhooks': { ...webhooks, webhooks: [] },
      },
      shows: /All of each payment goes to your wallet/,
    },
    many: { shows: 'Create a test payment' },
    loading: {},
    stale: {},
    degraded: {
      answers: {
        '/api/shop/config': {
          config: fullConfig,
          degraded: true,
          reason: 'datastore_unavailable',
        },
      },
    },
    refused: {},
    error: {},
  },
}
