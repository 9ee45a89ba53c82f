import { describe, expect, test } from 'vitest'
import {
  changeOfDraft,
  configValueOf,
  dropConflicts,
  fromControl,
  listChangedFields,
  splitProblems,
  toControl,
  withDraft,
} from './config-draft.js'
import { type ShopConfig, shopFields, taxFields } from './config-fields.js'

const fields = [...shopFields, ...taxFields]

const config = {
  slug: 'notch-bean',
  name: 'Notch & Bean',
  description: 'Coffee',
  industryPack: '',
  categories: ['Coffee', 'Tea'],
  keywords: [],
  listed: true,
  timeZone: 'Europe/Berlin',
  refundLimitUsd: null,
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
  layout: { mode: 'grid', showCategories: true, showSearch: false },
  tax: {
    defaultJurisdictionCode: null,
    defaultTaxRate: 0.08875,
    priceIncludesTax: false,
    taxId: '',
    overrides: [],
  },
  fees: { processingFeePct: 0.5 },
  payments: {
    defaultPaymentToken: 'USDC',
    acceptedTokens: ['USDC', 'ETH'],
    expiryMinutes: 30,
  },
  publicOrders: {
    returnOrigins: [],
    jurisdictionCodes: ['US-NY'],
    embedOrigins: ['https://tea.example', 'https://www.tea.example'],
  },
  storefront: {
    tagline: '',
    isOpen: true,
    closedNote: '',
    buyerFields: { email: 'required', name: 'off', phone: 'off', address: 'optional' },
  },
  pricing: { acceptedCurrencies: ['USD'], rateProvider: null, ratePins: { EUR: 1.0825 } },
  listing: 'listed',
  wallet: '0x52908400098527886E0F7030069857D2E4169EE7',
  brandKey: 'tally',
  revision: 4,
  updatedAt: 5,
} as ShopConfig

const fieldOf = (path: string) => {
  const field = fields.find((known) => known.path === path)
  if (!field) throw new Error(`No field ${path}`)
  return field
}

describe('toControl and fromControl', () => {
  test.each(fields.map((field) => [field.path, field] as const))(
    'default: %s is the same after its control',
    (path, field) => {
      const value = configValueOf(config, path)
      expect(fromControl(field, toControl(field, value))).toEqual({ value })
    },
  )

  test.each([
    ['refundLimitUsd', '12,50', { value: 12.5 }],
    ['refundLimitUsd', '', { value: null }],
    ['refundLimitUsd', '12.505', null],
    ['refundLimitUsd', 'much', null],
    ['fees.processingFeePct', '', { value: 0 }],
    ['payments.expiryMinutes', '1.5', null],
    ['tax.defaultTaxRate', '8.875', { value: 0.08875 }],
    ['tax.defaultTaxRate', '7', { value: 0.07 }],
    ['categories', ' Tea, ,Cups ', { value: ['Tea', 'Cups'] }],
    [
      'publicOrders.embedOrigins',
      'https://a.example\nhttps://b.example\n',
      {
        value: ['https://a.example', 'https://b.example'],
      },
    ],
    ['pricing.rateProvider', '', { value: null }],
  ])('behavior: %s reads %j', (path, typed, value) => {
    expect(fromControl(fieldOf(path), typed)).toEqual(value)
  })
})

describe('a draft', () => {
  test('default: changes exactly the fields that differ', () => {
    const draft = {
      name: 'Hollow Oak',
      slug: 'notch-bean',
      'theme.primaryColor': '#0F6E5B',
      'storefront.buyerFields.phone': 'optional',
    }
    const changed = listChangedFields(fields, config, draft)
    expect(changeOfDraft(changed, draft)).toEqual({
      name: 'Hollow Oak',
      theme: { primaryColor: '#0F6E5B' },
      storefront: { buyerFields: { phone: 'optional' } },
    })
    expect(withDraft(config, fields, draft)).toEqual({
      ...config,
      name: 'Hollow Oak',
      theme: { ...config.theme, primaryColor: '#0F6E5B' },
      storefront: {
        ...config.storefront,
        buyerFields: { ...config.storefront.buyerFields, phone: 'optional' },
      },
    })
  })

  test('behavior: what someone else has changed wins when theirs are kept', () => {
    const to = { ...config, name: 'Oak & Bean' }
    const draft = { name: 'Hollow Oak', description: 'Tea' }
    expect(dropConflicts(draft, { from: config, to })).toEqual({ description: 'Tea' })
  })
})

describe('splitProblems', () => {
  test('default: each problem stands at its field', () => {
    const message =
      'slug is reserved; choose another one. theme.primaryColor must be a color such as #8A4B14'
    expect(splitProblems(message, fields)).toEqual({
      problems: {
        slug: 'Is reserved; choose another one.',
        'theme.primaryColor': 'Must be a color such as #8A4B14.',
      },
      rest: '',
    })
  })

  test('behavior: other messages stay whole', () => {
    const message = 'The slug tea is taken. Choose another one.'
    expect(splitProblems(message, fields)).toEqual({ problems: {}, rest: message })
  })
})
