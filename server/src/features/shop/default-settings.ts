import { currencies } from '../../lib/currencies.js'
import type { Config } from '../../platform/config/config.js'
import { readSiteConfig } from './read-site-config.js'
import { paymentTokens } from './schemas.js'
import type { ShopSettings } from './settings.js'

/** What counts for a merchant who has set nothing: the site's look, and a shop that nobody sees yet. */
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
    // Without a brand name of its own a receipt carries the shop's name, never the site's.
    theme: { ...theme, brandName: '', coverPhotoUrl: '' },
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
    pricing: {
      acceptedCurrencies: [...currencies],
      rateProvider: null,
      ratePins: { EUR: null },
    },
  }
}
