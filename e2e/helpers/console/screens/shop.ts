import type { AnswerOf, ScreenStates } from './screen-states.js'

type Shop = AnswerOf<'/api/shop/config'>
type Config = Shop['config']

const wallet = `0x${'1'.repeat(40)}`

/** The settings of a shop before its setup. */
export const emptyConfig: Config = {
  slug: '',
  name: '',
  description: '',
  industryPack: '',
  categories: [],
  keywords: [],
  listed: false,
  timeZone: 'UTC',
  refundLimitUsd: 100,
  listing: 'unlisted',
  wallet,
  brandKey: 'tally',
  theme: {
    primaryColor: '#8A4B14',
    secondaryColor: '#1C1B19',
    brandLogoUrl: '',
    brandFaviconUrl: '',
    brandName: '',
    fontFamily: 'system-ui',
    receiptBackgroundUrl: '',
    coverPhotoUrl: '',
  },
  contact: { email: '', url: '', phone: '', returnPolicyUrl: '', termsUrl: '', privacyUrl: '' },
  layout: { mode: 'grid', showCategories: true, showSearch: true },
  tax: {
    defaultJurisdictionCode: null,
    defaultTaxRate: null,
    priceIncludesTax: false,
    taxId: '',
    overrides: [],
  },
  fees: { processingFeePct: 0 },
  payments: {
    defaultPaymentToken: 'USDC',
    acceptedTokens: ['USDC', 'USDT', 'EURC', 'ETH'],
    expiryMinutes: null,
  },
  publicOrders: { returnOrigins: [], jurisdictionCodes: [], embedOrigins: [] },
  storefront: {
    tagline: '',
    isOpen: true,
    closedNote: '',
    buyerFields: { email: 'optional', name: 'off', phone: 'off', address: 'off' },
  },
  pricing: { acceptedCurrencies: ['USD'], rateProvider: null, ratePins: { EUR: null } },
  revision: 0,
  updatedAt: 0,
}

/** The settings of a shop with everything that they can have. */
export const fullConfig: Config = {
  ...emptyConfig,
  slug: 'notch-and-bean',
  name: 'Notch & Bean Coffee Roasters and Tea Traders of Lower Saxony',
  description: 'Coffee and tea, roasted on Mondays, sent on Tuesdays.',
  industryPack: 'retail',
  categories: ['Coffee', 'Tea', 'Brewing', 'Cups', 'Classes'],
  keywords: ['espresso', 'filter', 'decaf', 'single origin', 'subscriptions'],
  listed: true,
  listing: 'review',
  timeZone: 'Europe/Berlin',
  theme: { ...emptyConfig.theme, primaryColor: '#E8B84A', brandName: 'Notch & Bean' },
  contact: {
    email: 'help@notch-and-bean.example',
    url: 'https://notch-and-bean.example/help',
    phone: '+49 30 1234567',
    returnPolicyUrl: 'https://notch-and-bean.example/returns',
    termsUrl: 'https://notch-and-bean.example/terms',
    privacyUrl: 'https://notch-and-bean.example/privacy',
  },
  tax: {
    defaultJurisdictionCode: 'US-NY',
    defaultTaxRate: null,
    priceIncludesTax: false,
    taxId: 'DE 123 456 789',
    overrides: [
      {
        code: 'US-NY',
        components: [
          { code: 'state', name: 'State', rate: 0.04 },
          { code: 'city', name: 'New York City', rate: 0.045 },
          { code: 'mctd', name: 'Metropolitan district', rate: 0.00375 },
        ],
      },
    ],
  },
  publicOrders: {
    returnOrigins: ['https://notch-and-bean.example'],
    jurisdictionCodes: ['US-CA', 'DE'],
    embedOrigins: ['https://notch-and-bean.example', 'https://www.notch-and-bean.example'],
  },
  revision: 12,
  updatedAt: 1,
}

const shopOf = (config: Config): Shop => ({ config })

const one = {
  ...emptyConfig,
  name: 'Notch & Bean',
  storefront: { ...emptyConfig.storefront, isOpen: false, closedNote: 'Open again on Monday' },
}

export const shop: ScreenStates = {
  path: '/shop',
  reads: ['/api/shop/config'],
  // The slug of no shop: the frame would show that there is none.
  answers: { '/api/shop/config': shopOf({ ...fullConfig, slug: '' }) },
  states: {
    empty: {
      answers: { '/api/shop/config': shopOf(emptyConfig) },
      shows: 'The directory does not show the shop.',
    },
    one: {
      path: '/shop/page',
      answers: { '/api/shop/config': shopOf(one) },
      shows: 'Note while it is closed',
    },
    many: { shows: 'In review' },
    loading: {},
    stale: { path: '/shop/contact' },
    degraded: {
      answers: {
        '/api/shop/config': {
          ...shopOf(fullConfig),
          degraded: true,
          reason: 'datastore_unavailable',
        },
      },
    },
    refused: {},
    error: {},
  },
}

/** The other groups of settings. */
export const shopSettings: ScreenStates = {
  ...shop,
  path: '/shop/look',
  states: {
    ...shop.states,
    empty: {
      path: '/shop/sites',
      answers: { '/api/shop/config': shopOf(emptyConfig) },
      shows: 'Sites with a pay button',
    },
    one: {
      async act(page) {
        await page.getByRole('textbox', { name: 'Main color', exact: true }).fill('#0F6E5B')
      },
      shows: '1 change',
    },
    many: { shows: /Hard to read on white/ },
    stale: { path: '/shop/money' },
  },
}
