import { currencies } from '../../lib/money.js'
import type { Config } from '../../platform/config/config.js'
import { readSiteConfig } from './read-site-config.js'
import { paymentTokens, type ShopSettings } from './schemas.js'

/** Returns the settings of a new merchant: the site's theme and an unlisted shop. */
export function defaultSettings(config: Config): ShopSettings {
  const { theme } = readSiteConfig(config)
  return {
    slug: '',
    name: '',
    description: '',
    industryPack: '',
    categories: [],
    keywords: [],
    listed: false,
    timeZone: 'UTC',
    refundLimitUsd: 100,
    // Without a brand name, receipts show the shop's name, never the site's.
    theme: { ...theme, brandName: '', coverPhotoUrl: '' },
    contact: {
      email: '',
      url: '',
      phone: '',
      returnPolicyUrl: '',
      termsUrl: '',
      privacyUrl: '',
    },
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
      acceptedTokens: [...paymentTokens],
      expiryMinutes: null,
    },
    publicOrders: { returnOrigins: [], jurisdictionCodes: [], embedOrigins: [] },
    storefront: {
      tagline: '',
      isOpen: true,
      closedNote: '',
      buyerFields: { email: 'optional', name: 'optional', phone: 'off', address: 'off' },
    },
    pricing: {
      acceptedCurrencies: [...currencies],
      rateProvider: null,
      ratePins: { EUR: null },
    },
  }
}
