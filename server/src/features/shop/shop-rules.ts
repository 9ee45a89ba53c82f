import {
  choice,
  decimal,
  displayText,
  flag,
  listOf,
  nullable,
  wholeNumber,
} from '../../lib/fields/field-rules.js'
import type { Rule } from '../../lib/fields/read-fields.js'
import { currencies, ppmFromDecimal, ppmToDecimal } from '../../lib/money.js'
import { parseCallerUrl } from '../../lib/urls.js'
import type { Config } from '../../platform/config/config.js'
import { providerNames } from '../rates/provider.js'
import { type MarketUnit, marketUnits } from '../rates/units.js'
import { contactRules } from './contact-rules.js'
import { layoutModes, paymentTokens } from './schemas.js'
import { slug } from './slug.js'
import { jurisdiction, taxRules } from './tax-rules.js'
import { shopThemeRules } from './theme-rules.js'

const tag = displayText({ maxLength: 40, isRequired: true })
const keyOf = (word: string) => word.toLowerCase()

/** The validation rules of all settings. Fields without a rule are dropped. */
export function shopRules(mode: Config['mode']) {
  return {
    slug,
    name: displayText({ maxLength: 80 }),
    description: displayText({ maxLength: 2_000, allowLineBreaks: true }),
    industryPack: displayText({ maxLength: 40 }),
    categories: listOf(tag, { max: 20, keyOf }),
    keywords: listOf(tag, { max: 50, keyOf }),
    listed: flag,
    theme: shopThemeRules(mode),
    contact: contactRules(mode),
    layout: { mode: choice(layoutModes), showCategories: flag, showSearch: flag },
    tax: taxRules,
    fees: { processingFeePct: decimal({ max: 50, decimals: 4 }) },
    payments: {
      defaultPaymentToken: choice(paymentTokens),
      acceptedTokens: listOf(choice(paymentTokens), { min: 1, max: paymentTokens.length, keyOf }),
      expiryMinutes: nullable(wholeNumber({ min: 1, max: 525_600 })),
    },
    publicOrders: {
      returnOrigins: listOf(originRule(mode), { max: 20, keyOf }),
      jurisdictionCodes: listOf(jurisdiction, { max: 100, keyOf }),
    },
    pricing: {
      acceptedCurrencies: listOf(choice(currencies), { min: 1, max: currencies.length, keyOf }),
      rateProvider: nullable(choice(providerNames)),
      ratePins: { EUR: nullable(ratePin('EUR')) },
    },
  }
}

/** Dollars per unit. A pinned rate is used as is, so it must be within the plausible range of quotes. */
function ratePin(unit: MarketUnit): Rule<number> {
  const { lowest, highest } = marketUnits[unit]
  const range = `${ppmToDecimal(lowest)} to ${ppmToDecimal(highest)}`
  const problem = `must be dollars per ${unit}, from ${range} with at most six decimals, or null`
  return (value) => {
    const rate = typeof value === 'number' ? ppmFromDecimal(value) : null
    const isPlausible = rate !== null && rate >= lowest && rate <= highest
    return isPlausible ? { value: ppmToDecimal(rate) } : { problem }
  }
}

/** Accepts a URL without path and query, and stores it as browsers write an origin. */
function originRule(mode: Config['mode']): Rule<string> {
  const allowHttp = mode === 'sandbox'
  const problem = `must be an ${allowHttp ? 'http or https' : 'https'} origin, such as https://shop.example`
  return (value) => {
    const url = typeof value === 'string' ? parseCallerUrl(value, { allowHttp }) : null
    const origin = url === null ? null : new URL(url).origin
    return origin !== null && url === `${origin}/` ? { value: origin } : { problem }
  }
}
