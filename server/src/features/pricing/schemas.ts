import { type Static, Type } from 'typebox'
import { currencies } from '../../lib/money.js'
import { tokenDecimals } from '../../platform/chain/tokens.js'
import { DegradedFields } from '../../platform/degraded/degraded.js'
import {
  integer,
  namedEnum,
  namedObject,
  number,
  okResponse,
  orNull,
  text,
} from '../../platform/http/schemas.js'
import { pricingChange, ShopConfig } from '../shop/schemas.js'

const percent = (description: string) => number(description)
const time = (description: string) => integer(`Unix ms; ${description}`)

const ConversionRate = namedObject('ConversionRate', {
  usdPerUnit: number('Dollars per unit'),
  quotedAt: time('when the provider quoted it'),
  provider: text('The rate provider; pinned for a rate set by the merchant'),
})

export const SettlementToken = namedObject('SettlementToken', {
  symbol: Type.Literal('USDC'),
  decimals: Type.Literal(tokenDecimals),
  address: orNull(Type.String(), 'null on a chain without a known token'),
  chainId: Type.Integer(),
})
export type SettlementToken = Static<typeof SettlementToken>

export const PricingConfig = namedObject('PricingConfig', {
  baseFeePct: percent("The platform's fee"),
  addOnFeePct: percent("The merchant's add-on; fees.processingFeePct of the shop's configuration"),
  totalFeePct: percent('The sum of both'),
  subscriptionFeePct: percent("The platform's fee on subscription charges"),
  currencies: Type.Array(namedEnum('Currency', currencies), {
    description: 'Accepted currencies of orders and receipts',
  }),
  settlementToken: SettlementToken,
  plans: Type.Array(Type.Object({ key: Type.String(), priceUsd: Type.Number() }), {
    description: 'Developer plans and their prices',
  }),
  rates: Type.Object(
    { EUR: orNull(ConversionRate) },
    { description: 'Current conversion rates; null while none is available' },
  ),
  ...ShopConfig.properties.pricing.properties,
  rateProviders: Type.Array(Type.String(), {
    description: 'Allowed values of rateProvider, in the order of the deployment',
  }),
  updatedAt: time("when the shop's configuration was last changed; 0 before the first change"),
})
export type PricingConfig = Static<typeof PricingConfig>

/** The fields a merchant can change. */
export const PricingConfigChange = Type.Partial(
  Type.Object({
    addOnFeePct: percent('From 0 to 50 with at most four decimals'),
    ...pricingChange,
  }),
  { title: 'PricingConfigChange' },
)
export type PricingConfigChange = Static<typeof PricingConfigChange>

export const PricingConfigResponse = okResponse('PricingConfigResponse', {
  config: PricingConfig,
  ...DegradedFields,
})
