import { invalidInput } from '../../lib/errors.js'
import {
  choice,
  decimal,
  displayText,
  flag,
  listOf,
  nullable,
  record,
  wholeNumber,
} from '../../lib/fields/field-rules.js'
import { type Rule, readFields } from '../../lib/fields/read-fields.js'
import { readTimeZone } from '../../lib/local-days.js'
import { currencies, ppmFromDecimal, ppmToDecimal } from '../../lib/money.js'
import { parseCallerUrl } from '../../lib/urls.js'
import type { Config } from '../../platform/config/config.js'
import { providerNames } from '../rates/provider.js'
import { type MarketUnit, marketUnits } from '../rates/units.js'
import { buyerFieldModes, layoutModes, paymentTokens, type StoredSettings } from './schemas.js'
import { shopThemeRules } from './theme-rules.js'
import { linkUrl } from './url-rule.js'

const tag = displayText({ maxLength: 40, isRequired: true })
const keyOf = (word: string) => word.toLowerCase()

/** Accepts the name of a time zone, and stores its canonical name. */
const timeZone: Rule<string> = (value) => {
  const name = typeof value === 'string' ? readTimeZone(value) : null
  return name === null
    ? { problem: 'must be an IANA time zone, such as Europe/Berlin or UTC' }
    : { value: name }
}

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
    timeZone,
    refundLimitUsd: nullable(decimal({ max: 1_000_000, decimals: 2 })),
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
      embedOrigins: listOf(originRule(mode), { max: 20, keyOf }),
    },
    storefront: {
      tagline: displayText({ maxLength: 120 }),
      isOpen: flag,
      closedNote: displayText({ maxLength: 280 }),
      buyerFields: {
        email: choice(buyerFieldModes),
        name: choice(buyerFieldModes),
        phone: choice(buyerFieldModes),
        address: choice(buyerFieldModes),
      },
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

/** A name or an IP address. */
const hostPattern = /^(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])$/

/** Accepts a URL without path and query, and stores it as browsers write an origin. */
function originRule(mode: Config['mode']): Rule<string> {
  const allowHttp = mode === 'sandbox'
  const problem = `must be an ${allowHttp ? 'http or https' : 'https'} origin, such as https://shop.example`
  return (value) => {
    const url = typeof value === 'string' ? parseCallerUrl(value, { allowHttp }) : null
    const { origin, hostname } = new URL(url ?? 'invalid:')
    // Policies of pages name origins, and read some signs that a URL may have, such as a wildcard.
    const isPlain = url === `${origin}/` && hostPattern.test(hostname)
    return isPlain ? { value: origin } : { problem }
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
  if (problems.length > 0) throw invalidInput(problems.join('. '))
  return accepted
}

const rate = decimal({ max: 1, decimals: 6 })

/** Accepts the code of a country, or of a region in it. */
const jurisdiction: Rule<string> = (value) =>
  typeof value === 'string' && /^[A-Za-z]{2}(?:-[A-Za-z0-9]{1,3})?$/.test(value)
    ? { value: value.toUpperCase() }
    : { problem: 'must be a country, or country and region, such as DE or US-CA' }

const componentCode: Rule<string> = (value) =>
  typeof value === 'string' && /^[A-Za-z0-9_-]{1,32}$/.test(value)
    ? { value: value.toLowerCase() }
    : { problem: 'must be 1 to 32 letters, digits, dashes or underscores' }

const component = record({
  code: componentCode,
  name: displayText({ maxLength: 40, isRequired: true }),
  rate,
})

const componentList = listOf(component, { min: 1, max: 10, keyOf: ({ code }) => code })

const components: typeof componentList = (value) => {
  const read = componentList(value)
  if ('problem' in read) return read
  const total = read.value.reduce((sum, part) => sum + (ppmFromDecimal(part.rate) ?? 0n), 0n)
  return total <= 1_000_000n ? read : { problem: 'must have rates that sum to at most 1' }
}

const override = record({ code: jurisdiction, components })

/** The rules of a shop's tax settings. */
const taxRules = {
  defaultJurisdictionCode: nullable<string | null>((value) =>
    value === '' ? { value: null } : jurisdiction(value),
  ),
  defaultTaxRate: nullable(rate),
  priceIncludesTax: flag,
  taxId: displayText({ maxLength: 64 }),
  overrides: listOf(override, { max: 100, keyOf: ({ code }) => code }),
}

/**
 * Letters, digits and the signs that occur in mailboxes. `?`, `&` and `%` are left out, because
 * they would add headers to a `mailto:` link.
 */
const emailPattern =
  /^[\p{L}\p{N}_+.'-]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,}$/u
/** Digits with the usual separators, and a plus sign only at the start. */
const phonePattern = /^\+?[\d ()./-]+$/
const minDigits = 5
/** The longest international number. */
const maxDigits = 15

/** The rules of the contact that payment pages and receipts show. Every field may be empty. */
function contactRules(mode: Config['mode']) {
  const url = linkUrl(mode)
  return {
    email,
    url,
    phone,
    returnPolicyUrl: url,
    termsUrl: url,
    privacyUrl: url,
  }
}

const email: Rule<string> = (value) => {
  const read = displayText({ maxLength: 254 })(value)
  if ('problem' in read || read.value === '' || emailPattern.test(read.value)) return read
  return { problem: 'must be an email address such as help@example.com, or empty' }
}

/** A `tel:` link drops the separators, so `+44 (0)20` would call another number. */
const phone: Rule<string> = (value) => {
  const read = displayText({ maxLength: 40 })(value)
  if ('problem' in read || read.value === '' || isPhone(read.value)) return read
  return { problem: 'must be a phone number such as +49 30 1234567 without (0), or empty' }
}

function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, '').length
  const hasTrunkZero = text.startsWith('+') && text.includes('(0)')
  return phonePattern.test(text) && digits >= minDigits && digits <= maxDigits && !hasTrunkZero
}
