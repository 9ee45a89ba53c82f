import { AppError } from '../../lib/errors.js'
import {
  choice,
  decimal,
  displayText,
  flag,
  listOf,
  nullable,
  wholeNumber,
} from '../../lib/fields/field-rules.js'
import { type Rule, readFields } from '../../lib/fields/read-fields.js'
import { currencies, ppmFromDecimal, ppmToDecimal } from '../../lib/money.js'
import { parseCallerUrl } from '../../lib/urls.js'
import type { Config } from '../../platform/config/config.js'
import { providerNames } from '../rates/provider.js'
import { type MarketUnit, marketUnits } from '../rates/units.js'
import { contactRules } from './contact-rules.js'
import { layoutModes, paymentTokens, type StoredSettings } from './schemas.js'
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

/** Dollars per unit. A pinned rate must be within the plausible range of quotes. */
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

const pattern = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/
/** A slug that looks like a wallet could impersonate its owner. */
const walletPattern = /^0x[0-9a-f]{40}$/

/** Names of our current and future pages, and names that could impersonate the platform. */
const reserved = new Set(
  `about account accounts admin api app apps assets auth billing blog cart checkout console dashboard
   directory docs download events favicon graphql healthz help home index item items jobs keys
   legal login logout mail mcp me merchant merchants metrics new null oauth onramp openapi order orders
   pay payment payments platform portal pos press pricing privacy public quote quotes receipt receipts
   robots root sandbox search security session sessions settings shop shops signin signout signup site
   sitemap split static status store subscriptions support system tallystick tax team terms test
   undefined user users webhooks well-known www x402`.split(/\s+/),
)

/** The shop's name in URLs, or "" for none. */
const slug: Rule<string> = (value) => {
  if (value === '') return { value }
  if (typeof value !== 'string' || !pattern.test(value)) {
    return {
      problem:
        'must be 3 to 63 of a-z, 0-9 and dashes, and must start and end with a letter or digit',
    }
  }
  if (reserved.has(value) || walletPattern.test(value)) {
    return { problem: 'is reserved; choose another one' }
  }
  return { value }
}

/**
 * Validates a change and returns its known fields in stored form.
 *
 * @throws {AppError} `invalid_input`, with all problems.
 */
export function checkChange(change: object, mode: Config['mode']): StoredSettings {
  const { accepted, problems } = readFields(shopRules(mode), change)
  if (problems.length > 0) throw new AppError('invalid_input', problems.join('. '))
  return accepted
}
