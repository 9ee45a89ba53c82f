import type { ApiComponents } from '@tallystick/sdk'
import type { shopTexts } from '../../core/texts/en-console-shop.js'

export type ShopConfig = ApiComponents['schemas']['ShopConfig']

/** How a person edits a value. */
type FieldKind =
  | 'line'
  | 'text'
  | 'url'
  | 'color'
  | 'picture'
  | 'switch'
  /** Short texts with commas between them. */
  | 'words'
  /** Addresses, each on a line of its own. */
  | 'lines'
  /** A number of at least zero. Empty for null. */
  | 'number'
  /** A part of one, typed in percent. Empty for null. */
  | 'percent'
  /** One of the options. An empty one is null. */
  | 'choice'
  /** Some of the options. */
  | 'choices'
  /** Edited by a control of its own. */
  | 'value'

export type FieldPath = keyof typeof shopTexts.fields

export type ConfigField = {
  /** The path of the field in the shop configuration. */
  path: FieldPath
  kind: FieldKind
  options?: readonly string[]
  /** Most decimals of a number. */
  decimals?: number
  maxLength?: number
}

const fonts = [
  'system-ui',
  'Inter',
  'Georgia',
  'Helvetica',
  'Arial',
  'Verdana',
  'Times New Roman',
  'Courier New',
  'serif',
  'sans-serif',
  'monospace',
] as const

const tokens = ['USDC', 'USDT', 'EURC', 'ETH'] as const
const modes = ['off', 'optional', 'required'] as const

export type SectionName = keyof typeof shopTexts.sections

/** The settings of the shop screen, by section. */
export const shopSections: Readonly<Record<SectionName, readonly ConfigField[]>> = {
  identity: [
    { path: 'name', kind: 'line', maxLength: 80 },
    { path: 'slug', kind: 'line', maxLength: 63 },
    { path: 'description', kind: 'text', maxLength: 2_000 },
    { path: 'listed', kind: 'switch' },
    { path: 'categories', kind: 'words' },
    { path: 'keywords', kind: 'words' },
    { path: 'industryPack', kind: 'line', maxLength: 40 },
    { path: 'timeZone', kind: 'line' },
  ],
  look: [
    { path: 'theme.brandName', kind: 'line', maxLength: 80 },
    { path: 'theme.brandLogoUrl', kind: 'picture' },
    { path: 'theme.primaryColor', kind: 'color' },
    { path: 'theme.secondaryColor', kind: 'color' },
    { path: 'theme.fontFamily', kind: 'choice', options: fonts },
    { path: 'theme.receiptBackgroundUrl', kind: 'picture' },
    { path: 'theme.coverPhotoUrl', kind: 'picture' },
    { path: 'theme.brandFaviconUrl', kind: 'picture' },
  ],
  contact: [
    { path: 'contact.email', kind: 'line', maxLength: 254 },
    { path: 'contact.phone', kind: 'line', maxLength: 40 },
    { path: 'contact.url', kind: 'url' },
    { path: 'contact.returnPolicyUrl', kind: 'url' },
    { path: 'contact.termsUrl', kind: 'url' },
    { path: 'contact.privacyUrl', kind: 'url' },
  ],
  page: [
    { path: 'storefront.isOpen', kind: 'switch' },
    { path: 'storefront.closedNote', kind: 'line', maxLength: 280 },
    { path: 'storefront.tagline', kind: 'line', maxLength: 120 },
    { path: 'layout.mode', kind: 'choice', options: ['grid', 'list'] },
    { path: 'layout.showCategories', kind: 'switch' },
    { path: 'layout.showSearch', kind: 'switch' },
    { path: 'storefront.buyerFields.email', kind: 'choice', options: modes },
    { path: 'storefront.buyerFields.name', kind: 'choice', options: modes },
    { path: 'storefront.buyerFields.phone', kind: 'choice', options: modes },
    { path: 'storefront.buyerFields.address', kind: 'choice', options: modes },
  ],
  money: [
    { path: 'payments.acceptedTokens', kind: 'choices', options: tokens },
    { path: 'payments.defaultPaymentToken', kind: 'choice', options: tokens },
    { path: 'pricing.acceptedCurrencies', kind: 'choices', options: ['USD', 'EUR'] },
    { path: 'pricing.ratePins.EUR', kind: 'number', decimals: 6 },
    {
      path: 'pricing.rateProvider',
      kind: 'choice',
      options: ['', 'fixed', 'chainlink', 'coinbase', 'ecb'],
    },
    { path: 'payments.expiryMinutes', kind: 'number', decimals: 0 },
    { path: 'fees.processingFeePct', kind: 'number', decimals: 4 },
    { path: 'refundLimitUsd', kind: 'number', decimals: 2 },
  ],
  sites: [
    { path: 'publicOrders.embedOrigins', kind: 'lines' },
    { path: 'publicOrders.returnOrigins', kind: 'lines' },
  ],
}

/** The settings of the shop screen that a printed receipt shows, beside those of contact. */
const printedPaths: readonly FieldPath[] = [
  'name',
  'theme.brandName',
  'theme.secondaryColor',
  'theme.receiptBackgroundUrl',
]

/** Returns whether a printed receipt shows a setting of the shop screen. */
export function isPrinted({ path }: Pick<ConfigField, 'path'>): boolean {
  return path.startsWith('contact.') || printedPaths.includes(path)
}

/** The settings of the tax screen. */
export const taxFields: readonly ConfigField[] = [
  { path: 'tax.defaultJurisdictionCode', kind: 'value' },
  { path: 'tax.defaultTaxRate', kind: 'percent', decimals: 4 },
  { path: 'tax.priceIncludesTax', kind: 'switch' },
  { path: 'tax.taxId', kind: 'line', maxLength: 64 },
  { path: 'tax.overrides', kind: 'value' },
  { path: 'publicOrders.jurisdictionCodes', kind: 'value' },
]

export const shopFields: readonly ConfigField[] = Object.values(shopSections).flat()
