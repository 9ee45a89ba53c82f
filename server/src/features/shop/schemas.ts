import { type Static, Type } from 'typebox'
import { currencies } from '../../lib/money.js'
import { DegradedFields } from '../../platform/degraded/degraded.js'
import { ExpectedRevision, Revision } from '../../platform/http/revisions.js'
import {
  boolean,
  namedEnum,
  namedObject,
  number,
  okResponse,
  orNull,
  text,
  time,
} from '../../platform/http/schemas.js'
import type { DeepPartial } from './merge-config.js'

export const paymentTokens = ['USDC', 'USDT', 'EURC', 'ETH'] as const
/** Whether the directory shows a shop, and if not, why. */
export const listings = ['unlisted', 'listed', 'review', 'rejected'] as const
export const layoutModes = ['grid', 'list'] as const
/** Whether the shop's pages ask a buyer for a detail. */
export const buyerFieldModes = ['off', 'optional', 'required'] as const

/** Declares types only. `shop-rules.ts` checks values and gives better messages. */
const url = (description: string) => text(`${description}; empty for none`)

const siteTheme = {
  primaryColor: text('#rgb, #rgba, #rrggbb or #rrggbbaa'),
  secondaryColor: text('#rgb, #rgba, #rrggbb or #rrggbbaa'),
  brandLogoUrl: url('https URL of an image'),
  brandFaviconUrl: url('https URL of an image'),
  brandName: Type.String(),
  fontFamily: text('system-ui, Inter, Georgia, Helvetica, Arial, serif, sans-serif, ...'),
  receiptBackgroundUrl: url('https URL of an image'),
}
const shopTheme = {
  ...siteTheme,
  brandName: text('Heading of receipts; empty for the shop name'),
  coverPhotoUrl: url('https URL of an image'),
}

const contact = {
  email: text('Email address for buyers; empty for none'),
  url: url('https URL of the support page'),
  phone: text('Phone number for buyers, such as +49 30 1234567; empty for none'),
  returnPolicyUrl: url('https URL of the return policy'),
  termsUrl: url('https URL of the terms of sale'),
  privacyUrl: url('https URL of the privacy policy'),
}

const TaxOverride = namedObject('TaxOverride', {
  code: text('Jurisdiction, for example US-CA'),
  components: Type.Array(
    namedObject('TaxComponent', {
      code: text('For example state'),
      name: text('For example State'),
      rate: number('0.06 is 6 %'),
    }),
  ),
})

const layout = {
  showCategories: Type.Boolean(),
  showSearch: Type.Boolean(),
}
const tax = {
  defaultJurisdictionCode: orNull(
    Type.String(),
    'Jurisdiction of orders that name none, for example US-CA',
  ),
  defaultTaxRate: orNull(Type.Number(), '0.095 is 9.5 %; at most six decimals'),
  priceIncludesTax: Type.Boolean(),
  taxId: text('As printed on receipts'),
  overrides: Type.Array(TaxOverride, { description: 'Rates that replace the catalog rates' }),
}
const fees = {
  processingFeePct: number(
    "Percent that the merchant adds to the platform's 0.5; at most four decimals",
  ),
}
const payments = {
  expiryMinutes: orNull(Type.Integer(), 'Minutes until a receipt expires; null for the default'),
}
const publicOrders = {
  returnOrigins: Type.Array(Type.String(), {
    description: 'Sites that returnUrl of an order without a key may lead to',
  }),
  jurisdictionCodes: Type.Array(Type.String(), {
    description: 'Jurisdictions that an order without a key may name',
  }),
  embedOrigins: Type.Array(Type.String(), {
    description:
      'Sites that may order without a key from a browser, and show payment pages of the shop in a frame',
  }),
}
const storefront = {
  tagline: text("Headline of the shop's page; empty for the shop's name"),
  isOpen: boolean('Whether the shop accepts orders without a key'),
  closedNote: text('Shown while the shop is closed, for example when it opens again'),
}
const buyerFieldNames = ['email', 'name', 'phone', 'address'] as const
const buyerField = namedEnum('BuyerFieldMode', buyerFieldModes)
const asRecord = <Value>(value: Value) =>
  Object.fromEntries(buyerFieldNames.map((name) => [name, value])) as Record<
    (typeof buyerFieldNames)[number],
    Value
  >
const ratePins = {
  EUR: orNull(Type.Number(), 'Dollars per euro, at most six decimals; null for the market rate'),
}
const rateProvider = orNull(
  Type.String(),
  "Preferred source of exchange rates; null for the deployment's order",
)
/** The pricing fields of a change, shared with the pricing API. */
export const pricingChange = {
  acceptedCurrencies: Type.Array(Type.String(), { description: currencies.join(', ') }),
  rateProvider,
  ratePins: Type.Partial(Type.Object(ratePins)),
}
const settings = {
  slug: text('Unique name of the shop in URLs; empty for none'),
  name: Type.String(),
  description: Type.String(),
  industryPack: text('For example restaurant'),
  categories: Type.Array(Type.String()),
  keywords: Type.Array(Type.String()),
  listed: boolean('Whether to list the shop in the directory'),
  timeZone: text('IANA time zone of the days in reports and date filters, such as Europe/Berlin'),
  refundLimitUsd: orNull(
    Type.Number(),
    'Refunds of more than this of one receipt need a recent sign-in, or a second cashier at a register. Default: 100; null for no limit',
  ),
}

export const ShopConfig = namedObject('ShopConfig', {
  ...settings,
  listing: namedEnum(
    'ListingStatus',
    listings,
    'listed: the directory shows the shop. review: its name or slug resembles that of a listed shop, and an operator must approve it. rejected: an operator has refused it under this name and slug.',
  ),
  wallet: text('Wallet of the merchant'),
  brandKey: text('Brand key of the deployment'),
  theme: namedObject('ShopTheme', shopTheme),
  contact: namedObject('ShopContact', contact, {
    description: 'Shown to buyers on payment pages and receipts',
  }),
  layout: namedObject('ShopLayout', {
    mode: Type.Enum(layoutModes, { type: 'string' }),
    ...layout,
  }),
  tax: namedObject('ShopTax', tax),
  fees: namedObject('ShopFees', fees),
  payments: namedObject('ShopPayments', {
    defaultPaymentToken: namedEnum('PaymentToken', paymentTokens),
    acceptedTokens: Type.Array(namedEnum('PaymentToken', paymentTokens)),
    ...payments,
  }),
  publicOrders: namedObject('ShopPublicOrders', publicOrders),
  storefront: namedObject(
    'ShopStorefront',
    {
      ...storefront,
      buyerFields: namedObject('ShopBuyerFields', asRecord(buyerField), {
        description: 'Which details the cart asks a buyer for',
      }),
    },
    { description: "Settings of the shop's own pages" },
  ),
  pricing: namedObject('ShopPricing', {
    acceptedCurrencies: Type.Array(namedEnum('Currency', currencies)),
    rateProvider,
    ratePins: namedObject('RatePins', ratePins),
  }),
  revision: Revision,
  updatedAt: time('0 before the first change'),
})
export type ShopConfig = Static<typeof ShopConfig>

/** Any part of the configuration. */
export const ShopConfigChange = Type.Partial(
  Type.Object({
    ...settings,
    expectedRevision: ExpectedRevision,
    theme: Type.Partial(Type.Object(shopTheme)),
    contact: Type.Partial(Type.Object(contact)),
    layout: Type.Partial(Type.Object({ mode: text(layoutModes.join(' or ')), ...layout })),
    tax: Type.Partial(Type.Object(tax)),
    fees: Type.Partial(Type.Object(fees)),
    payments: Type.Partial(
      Type.Object({
        defaultPaymentToken: text(`One of ${paymentTokens.join(', ')}`),
        acceptedTokens: Type.Array(Type.String(), { description: paymentTokens.join(', ') }),
        ...payments,
      }),
    ),
    publicOrders: Type.Partial(Type.Object(publicOrders)),
    storefront: Type.Partial(
      Type.Object({
        ...storefront,
        buyerFields: Type.Partial(
          Type.Object(asRecord(text(`One of ${buyerFieldModes.join(', ')}`))),
        ),
      }),
    ),
    pricing: Type.Partial(Type.Object(pricingChange)),
  }),
  { title: 'ShopConfigChange' },
)
export type ShopConfigChange = Static<typeof ShopConfigChange>

export const ShopConfigResponse = namedObject('ShopConfigResponse', {
  config: ShopConfig,
  ...DegradedFields,
})

export const ShopConfigUpdated = okResponse('ShopConfigUpdated', { config: ShopConfig })

export const SiteConfig = namedObject('SiteConfig', {
  theme: namedObject('SiteTheme', siteTheme),
  defaultPaymentToken: namedEnum('PaymentToken', paymentTokens),
  processingFeePct: number('Platform fee in percent'),
})
export type SiteConfig = Static<typeof SiteConfig>

export const SiteConfigResponse = namedObject('SiteConfigResponse', {
  ...SiteConfig.properties,
  ...DegradedFields,
})

/** The fields a merchant can set. */
export type ShopSettings = Omit<
  ShopConfig,
  'wallet' | 'brandKey' | 'listing' | 'revision' | 'updatedAt'
>

/** The fields a merchant has set. Other fields follow the current defaults. */
export type StoredSettings = DeepPartial<ShopSettings>
