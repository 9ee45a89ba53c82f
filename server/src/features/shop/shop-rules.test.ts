import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkChange } from './shop-rules.js'

const bidi = '\u202e'
const component = { code: 'state', name: 'State', rate: 0.06 }
const nine = Array.from({ length: 9 }, (_, index) => ({
  ...component,
  code: `c${index}`,
  rate: 0.1,
}))

describe('checkChange', () => {
  test('default', () => {
    const change = {
      slug: 'blue-cafe',
      name: 'Blue Café',
      description: 'Coffee\nand tea',
      industryPack: 'restaurant',
      categories: ['food'],
      keywords: ['coffee'],
      listed: true,
      theme: {
        primaryColor: '#0b5',
        secondaryColor: '#11111180',
        brandLogoUrl: 'https://shop.example/logo.png',
        coverPhotoUrl: '',
        brandName: 'Blue',
        fontFamily: 'Inter',
      },
      contact: {
        email: 'help@blue.example',
        url: 'https://blue.example/help',
        phone: '+49 30 1234567',
        returnPolicyUrl: 'https://blue.example/returns_(all)',
        termsUrl: 'https://blue.example/terms',
        privacyUrl: 'https://blue.example/privacy',
      },
      layout: { mode: 'list', showCategories: false, showSearch: true },
      tax: {
        defaultJurisdictionCode: 'US-CA',
        defaultTaxRate: 0.095,
        priceIncludesTax: true,
        taxId: 'DE 123',
        overrides: [{ code: 'US-CA', components: [component] }],
      },
      fees: { processingFeePct: 1.5 },
      payments: { defaultPaymentToken: 'ETH', acceptedTokens: ['ETH'], expiryMinutes: 60 },
      pricing: { acceptedCurrencies: ['EUR'], rateProvider: 'ecb', ratePins: { EUR: 1.0825 } },
    }
    expect(checkChange(change, 'live')).toEqual(change)
  })

  test.each<[string, object, object]>([
    ['nothing', {}, {}],
    ['text around spaces', { name: '  Blue  ' }, { name: 'Blue' }],
    [
      'a font in any case',
      { theme: { fontFamily: 'times new ROMAN' } },
      { theme: { fontFamily: 'Times New Roman' } },
    ],
    [
      'an address in another form',
      { theme: { brandLogoUrl: 'HTTPS://A.example' } },
      { theme: { brandLogoUrl: 'https://a.example/' } },
    ],
    [
      'quotes that the address encodes',
      { theme: { brandLogoUrl: 'https://a.example/"x"' } },
      { theme: { brandLogoUrl: 'https://a.example/%22x%22' } },
    ],
    [
      'a jurisdiction in any case',
      { tax: { defaultJurisdictionCode: 'us-ca' } },
      { tax: { defaultJurisdictionCode: 'US-CA' } },
    ],
    [
      'no jurisdiction',
      { tax: { defaultJurisdictionCode: '' } },
      { tax: { defaultJurisdictionCode: null } },
    ],
    [
      'nulls where they mean none',
      {
        tax: { defaultJurisdictionCode: null, defaultTaxRate: null },
        payments: { expiryMinutes: null },
        pricing: { rateProvider: null, ratePins: { EUR: null } },
      },
      {
        tax: { defaultJurisdictionCode: null, defaultTaxRate: null },
        payments: { expiryMinutes: null },
        pricing: { rateProvider: null, ratePins: { EUR: null } },
      },
    ],
    [
      'a component code in any case',
      { tax: { overrides: [{ code: 'de', components: [{ ...component, code: 'VAT' }] }] } },
      { tax: { overrides: [{ code: 'DE', components: [{ ...component, code: 'vat' }] }] } },
    ],
    [
      'ten rates that sum to exactly 1',
      { tax: { overrides: [{ code: 'DE', components: [...nine, { ...component, rate: 0.1 }] }] } },
      { tax: { overrides: [{ code: 'DE', components: [...nine, { ...component, rate: 0.1 }] }] } },
    ],
    [
      'the smallest fee',
      { fees: { processingFeePct: 0.0001 } },
      { fees: { processingFeePct: 0.0001 } },
    ],
    ['the smallest rate', { tax: { defaultTaxRate: 1e-6 } }, { tax: { defaultTaxRate: 0.000001 } }],
    ['minus zero', { fees: { processingFeePct: -0 } }, { fees: { processingFeePct: 0 } }],
    [
      'the lowest pin',
      { pricing: { ratePins: { EUR: 0.2 } } },
      { pricing: { ratePins: { EUR: 0.2 } } },
    ],
    [
      'the highest pin',
      { pricing: { ratePins: { EUR: 5 } } },
      { pricing: { ratePins: { EUR: 5 } } },
    ],
    [
      'the finest pin',
      { pricing: { ratePins: { EUR: 1.082501 } } },
      { pricing: { ratePins: { EUR: 1.082501 } } },
    ],
    [
      'pins of currencies we do not know',
      { pricing: { ratePins: { USD: 2, GBP: 'x' } } },
      { pricing: { ratePins: {} } },
    ],
    [
      'a contact that is cleared',
      { contact: { email: ' ', url: '', phone: '', termsUrl: '' } },
      { contact: { email: '', url: '', phone: '', termsUrl: '' } },
    ],
    [
      'addresses and numbers of other countries',
      { contact: { email: "o'neil+shop@müller.example", phone: '(0800) 555/01.43-2' } },
      { contact: { email: "o'neil+shop@müller.example", phone: '(0800) 555/01.43-2' } },
    ],
    ['a slug that is cleared', { slug: '' }, { slug: '' }],
    [
      'what belongs to the shop but is no setting',
      { wallet: 'x', brandKey: 5, updatedAt: null },
      {},
    ],
    [
      'unknown fields at every depth',
      {
        color: 'red',
        theme: { css: 'x' },
        tax: { overrides: [{ code: 'DE', note: 1, components: [{ ...component, note: 1 }] }] },
      },
      { theme: {}, tax: { overrides: [{ code: 'DE', components: [component] }] } },
    ],
  ])('behavior: accepts %s', (_name, change, accepted) => {
    expect(checkChange(change, 'live')).toEqual(accepted)
  })

  test('behavior: accepts http images only in sandboxes', () => {
    const change = { theme: { brandLogoUrl: 'http://localhost:3000/logo.png' } }
    expect(checkChange(change, 'sandbox')).toEqual(change)
    expect(() => checkChange(change, 'live')).toThrow('theme.brandLogoUrl must be')
  })

  test('behavior: accepts http links only in sandboxes', () => {
    const change = { contact: { termsUrl: 'http://localhost:3000/terms' } }
    expect(checkChange(change, 'sandbox')).toEqual(change)
    expect(() => checkChange(change, 'live')).toThrow('contact.termsUrl must be an absolute https')
  })

  test('behavior: keeps every digit of an accepted pin', () => {
    fc.assert(
      fc.property(fc.integer({ min: 200_000, max: 5_000_000 }), (millionths) => {
        const change = { pricing: { ratePins: { EUR: millionths / 1_000_000 } } }
        expect(checkChange(change, 'live')).toEqual(change)
      }),
    )
  })

  test('behavior: refuses any other number as a pin', () => {
    const finer = fc
      .integer({ min: 2_000_000, max: 50_000_000 })
      .filter((parts) => parts % 10 !== 0)
      .map((parts) => parts / 10_000_000)
    const outside = fc.oneof(
      fc.double({ max: 0.2, maxExcluded: true }),
      fc.double({ min: 5, minExcluded: true }),
    )
    fc.assert(
      fc.property(fc.oneof(finer, outside), (EUR) => {
        const change = { pricing: { ratePins: { EUR } } }
        expect(() => checkChange(change, 'live')).toThrow(
          'pricing.ratePins.EUR must be dollars per EUR, from 0.2 to 5 with at most six decimals',
        )
      }),
      { numRuns: 300 },
    )
  })

  test('error: reports all problems at once', () => {
    const change = { slug: 'No', theme: { primaryColor: 'red' } }
    expect(() => checkChange(change, 'live')).toThrow(
      /^slug must be 3 to 63 .*\. theme\.primaryColor must be a color such as #8A4B14$/,
    )
  })

  test.each<[string, object]>([
    // Slugs
    ['slug', { slug: 'ab' }],
    ['slug', { slug: 'a'.repeat(64) }],
    ['slug', { slug: '-ab' }],
    ['slug', { slug: 'ab-' }],
    ['slug', { slug: 'Blue' }],
    ['slug', { slug: 'café' }],
    ['slug', { slug: 'a b' }],
    ['slug', { slug: 'a/b' }],
    ['slug', { slug: 'abc\n' }],
    ['slug', { slug: null }],
    ['slug', { slug: 'api' }],
    ['slug', { slug: 'portal' }],
    ['slug', { slug: 'well-known' }],
    ['slug', { slug: `0x${'a'.repeat(40)}` }],
    // Texts
    ['name', { name: 'a'.repeat(81) }],
    ['name', { name: 'a\nb' }],
    ['name', { name: `a${bidi}b` }],
    ['name', { name: '<b>a' }],
    ['name', { name: null }],
    ['name', { name: 5 }],
    ['description', { description: 'a'.repeat(2_001) }],
    ['description', { description: 'a\tb' }],
    ['description', { description: '<script>' }],
    ['industryPack', { industryPack: 'a'.repeat(41) }],
    ['theme.brandName', { theme: { brandName: 'a'.repeat(81) } }],
    ['theme.brandName', { theme: { brandName: '</a' } }],
    ['tax.taxId', { tax: { taxId: 'a'.repeat(65) } }],
    ['tax.taxId', { tax: { taxId: `1${bidi}2` } }],
    ['categories', { categories: 'food' }],
    ['categories', { categories: null }],
    ['categories', { categories: [''] }],
    ['categories', { categories: ['a'.repeat(41)] }],
    ['categories', { categories: ['Food', 'food'] }],
    ['categories', { categories: ['caf\u00e9', 'cafe\u0301'] }],
    ['categories', { categories: Array.from({ length: 21 }, (_, index) => `c${index}`) }],
    ['keywords', { keywords: [5] }],
    ['keywords', { keywords: ['<!'] }],
    ['keywords', { keywords: Array.from({ length: 51 }, (_, index) => `k${index}`) }],
    ['listed', { listed: 'true' }],
    ['listed', { listed: null }],
    // Theme
    ['theme', { theme: null }],
    ['theme', { theme: [] }],
    ['theme', { theme: 'dark' }],
    ['theme.primaryColor', { theme: { primaryColor: '' } }],
    ['theme.primaryColor', { theme: { primaryColor: 'red' } }],
    ['theme.primaryColor', { theme: { primaryColor: '#12345' } }],
    ['theme.primaryColor', { theme: { primaryColor: '#1234567' } }],
    ['theme.primaryColor', { theme: { primaryColor: '#fff;}' } }],
    ['theme.primaryColor', { theme: { primaryColor: '#fff\n' } }],
    ['theme.secondaryColor', { theme: { secondaryColor: '#ggg' } }],
    ['theme.secondaryColor', { theme: { secondaryColor: null } }],
    ['theme.fontFamily', { theme: { fontFamily: 'Comic Sans' } }],
    ['theme.fontFamily', { theme: { fontFamily: 'Inter, x' } }],
    ['theme.fontFamily', { theme: { fontFamily: '' } }],
    ['theme.brandLogoUrl', { theme: { brandLogoUrl: '/logo.png' } }],
    ['theme.brandLogoUrl', { theme: { brandLogoUrl: '#logo' } }],
    ['theme.brandLogoUrl', { theme: { brandLogoUrl: 'javascript:alert(1)' } }],
    ['theme.brandLogoUrl', { theme: { brandLogoUrl: 'data:image/png;base64,AA==' } }],
    ['theme.brandLogoUrl', { theme: { brandLogoUrl: 'https://me@a.example/' } }],
    ['theme.brandLogoUrl', { theme: { brandLogoUrl: null } }],
    ['theme.brandFaviconUrl', { theme: { brandFaviconUrl: "https://a.example/'" } }],
    ['theme.coverPhotoUrl', { theme: { coverPhotoUrl: 'https://a.example/(x)' } }],
    ['theme.coverPhotoUrl', { theme: { coverPhotoUrl: 'https://a.example\\b' } }],
    [
      'theme.receiptBackgroundUrl',
      { theme: { receiptBackgroundUrl: `https://a.example/${'a'.repeat(2_048)}` } },
    ],
    // Contact
    ['contact', { contact: null }],
    ['contact.email', { contact: { email: 'help' } }],
    ['contact.email', { contact: { email: 'help@localhost' } }],
    ['contact.email', { contact: { email: 'a@b@blue.example' } }],
    ['contact.email', { contact: { email: 'help@blue.example?bcc=me@evil.example' } }],
    ['contact.email', { contact: { email: 'a%0Abcc@blue.example' } }],
    ['contact.email', { contact: { email: 'help@blue..example' } }],
    ['contact.email', { contact: { email: '<b>@blue.example' } }],
    ['contact.email', { contact: { email: `${'a'.repeat(250)}@b.example` } }],
    ['contact.email', { contact: { email: null } }],
    ['contact.phone', { contact: { phone: '1234' } }],
    ['contact.phone', { contact: { phone: '1'.repeat(16) } }],
    ['contact.phone', { contact: { phone: '+44 (0)20 7946 0958' } }],
    ['contact.phone', { contact: { phone: '030 1234567;ext=5' } }],
    ['contact.phone', { contact: { phone: '1234567+' } }],
    ['contact.phone', { contact: { phone: 301234567 } }],
    ['contact.url', { contact: { url: 'blue.example' } }],
    ['contact.url', { contact: { url: 'javascript:alert(1)' } }],
    ['contact.returnPolicyUrl', { contact: { returnPolicyUrl: 'data:text/html,x' } }],
    ['contact.termsUrl', { contact: { termsUrl: 'https://me@blue.example/' } }],
    ['contact.privacyUrl', { contact: { privacyUrl: `https://a.example/${'a'.repeat(2_048)}` } }],
    // Layout
    ['layout.mode', { layout: { mode: 'table' } }],
    ['layout.mode', { layout: { mode: 'GRID' } }],
    ['layout.showCategories', { layout: { showCategories: 1 } }],
    ['layout.showSearch', { layout: { showSearch: null } }],
    // Tax
    ['tax.defaultJurisdictionCode', { tax: { defaultJurisdictionCode: 'USA' } }],
    ['tax.defaultJurisdictionCode', { tax: { defaultJurisdictionCode: 'US-CALI' } }],
    ['tax.defaultJurisdictionCode', { tax: { defaultJurisdictionCode: 'uſ' } }],
    ['tax.defaultJurisdictionCode', { tax: { defaultJurisdictionCode: 5 } }],
    ['tax.defaultTaxRate', { tax: { defaultTaxRate: 1.000001 } }],
    ['tax.defaultTaxRate', { tax: { defaultTaxRate: -0.1 } }],
    ['tax.defaultTaxRate', { tax: { defaultTaxRate: 0.0000001 } }],
    ['tax.defaultTaxRate', { tax: { defaultTaxRate: 0.1234567 } }],
    ['tax.defaultTaxRate', { tax: { defaultTaxRate: '0.1' } }],
    ['tax.defaultTaxRate', { tax: { defaultTaxRate: Number.NaN } }],
    ['tax.priceIncludesTax', { tax: { priceIncludesTax: null } }],
    ['tax.overrides', { tax: { overrides: null } }],
    ['tax.overrides', { tax: { overrides: {} } }],
    ['tax.overrides entry 1: must be an object', { tax: { overrides: ['DE'] } }],
    [
      'tax.overrides entry 1: must have code',
      { tax: { overrides: [{ components: [component] }] } },
    ],
    ['tax.overrides entry 1: must have components', { tax: { overrides: [{ code: 'DE' }] } }],
    [
      'tax.overrides entry 1: code',
      { tax: { overrides: [{ code: '', components: [component] }] } },
    ],
    ['tax.overrides entry 1: components', { tax: { overrides: [{ code: 'DE', components: [] }] } }],
    [
      'tax.overrides must not',
      { tax: { overrides: ['DE', 'de'].map((code) => ({ code, components: [component] })) } },
    ],
    [
      'tax.overrides entry 1: components must be a list',
      {
        tax: {
          overrides: [
            { code: 'DE', components: [...nine, component, { ...component, code: 'x' }] },
          ],
        },
      },
    ],
    [
      'tax.overrides entry 1: components must not',
      { tax: { overrides: [{ code: 'DE', components: [component, component] }] } },
    ],
    [
      'tax.overrides entry 1: components must have rates',
      {
        tax: {
          overrides: [{ code: 'DE', components: [...nine, { ...component, rate: 0.100001 }] }],
        },
      },
    ],
    [
      'tax.overrides entry 1: components entry 1: code',
      { tax: { overrides: [{ code: 'DE', components: [{ ...component, code: 'a b' }] }] } },
    ],
    [
      'tax.overrides entry 1: components entry 1: name',
      { tax: { overrides: [{ code: 'DE', components: [{ ...component, name: '' }] }] } },
    ],
    [
      'tax.overrides entry 1: components entry 1: name',
      { tax: { overrides: [{ code: 'DE', components: [{ ...component, name: '<i>' }] }] } },
    ],
    [
      'tax.overrides entry 1: components entry 1: rate',
      { tax: { overrides: [{ code: 'DE', components: [{ ...component, rate: null }] }] } },
    ],
    [
      'tax.overrides',
      {
        tax: {
          overrides: Array.from({ length: 101 }, () => ({ code: 'DE', components: [component] })),
        },
      },
    ],
    // Fees and payments
    ['fees.processingFeePct', { fees: { processingFeePct: 50.0001 } }],
    ['fees.processingFeePct', { fees: { processingFeePct: -1 } }],
    ['fees.processingFeePct', { fees: { processingFeePct: 1.23456 } }],
    ['fees.processingFeePct', { fees: { processingFeePct: 1e300 } }],
    ['fees.processingFeePct', { fees: { processingFeePct: null } }],
    ['payments.defaultPaymentToken', { payments: { defaultPaymentToken: 'usdc' } }],
    ['payments.defaultPaymentToken', { payments: { defaultPaymentToken: 'DOGE' } }],
    ['payments.defaultPaymentToken', { payments: { defaultPaymentToken: '' } }],
    ['payments.acceptedTokens', { payments: { acceptedTokens: [] } }],
    ['payments.acceptedTokens', { payments: { acceptedTokens: ['USDC', 'USDC'] } }],
    ['payments.acceptedTokens', { payments: { acceptedTokens: ['USDC', 'DOGE'] } }],
    ['payments.expiryMinutes', { payments: { expiryMinutes: 0 } }],
    ['payments.expiryMinutes', { payments: { expiryMinutes: 525_601 } }],
    ['payments.expiryMinutes', { payments: { expiryMinutes: 1.5 } }],
    ['payments.expiryMinutes', { payments: { expiryMinutes: '60' } }],
    // Pricing
    ['pricing', { pricing: null }],
    ['pricing.acceptedCurrencies', { pricing: { acceptedCurrencies: [] } }],
    ['pricing.acceptedCurrencies', { pricing: { acceptedCurrencies: null } }],
    ['pricing.acceptedCurrencies', { pricing: { acceptedCurrencies: 'EUR' } }],
    ['pricing.acceptedCurrencies', { pricing: { acceptedCurrencies: ['eur'] } }],
    ['pricing.acceptedCurrencies', { pricing: { acceptedCurrencies: ['USD', 'GBP'] } }],
    ['pricing.acceptedCurrencies', { pricing: { acceptedCurrencies: ['EUR', 'EUR'] } }],
    ['pricing.rateProvider', { pricing: { rateProvider: '' } }],
    ['pricing.rateProvider', { pricing: { rateProvider: 'ECB' } }],
    ['pricing.rateProvider', { pricing: { rateProvider: 'pinned' } }],
    ['pricing.rateProvider', { pricing: { rateProvider: 5 } }],
    ['pricing.ratePins', { pricing: { ratePins: null } }],
    ['pricing.ratePins', { pricing: { ratePins: 1.08 } }],
    ['pricing.ratePins.EUR', { pricing: { ratePins: { EUR: 0.199999 } } }],
    ['pricing.ratePins.EUR', { pricing: { ratePins: { EUR: 5.000001 } } }],
    ['pricing.ratePins.EUR', { pricing: { ratePins: { EUR: 0 } } }],
    ['pricing.ratePins.EUR', { pricing: { ratePins: { EUR: -1.08 } } }],
    ['pricing.ratePins.EUR', { pricing: { ratePins: { EUR: 108 } } }],
    ['pricing.ratePins.EUR', { pricing: { ratePins: { EUR: 1.0825001 } } }],
    ['pricing.ratePins.EUR', { pricing: { ratePins: { EUR: 1e300 } } }],
    ['pricing.ratePins.EUR', { pricing: { ratePins: { EUR: Number.NaN } } }],
    ['pricing.ratePins.EUR', { pricing: { ratePins: { EUR: '1.08' } } }],
  ])('error: %s in %j', (field, change) => {
    expect(() => checkChange(change, 'sandbox')).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        message: expect.stringMatching(new RegExp(`^${field}( |$)`)),
      }),
    )
  })
})
