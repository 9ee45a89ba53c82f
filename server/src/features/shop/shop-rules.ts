import type { Config } from '../../platform/config/config.js'
import { choice, decimal, displayText, flag, listOf, nullable, wholeNumber } from './field-rules.js'
import { layoutModes, paymentTokens } from './schemas.js'
import { slug } from './slug.js'
import { taxRules } from './tax-rules.js'
import { shopThemeRules } from './theme-rules.js'

const tag = displayText({ maxLength: 40, isRequired: true })
const keyOf = (word: string) => word.toLowerCase()

/** The one table of what a merchant can set and what is good there. Nothing without a rule is kept. */
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
    layout: { mode: choice(layoutModes), showCategories: flag, showSearch: flag },
    tax: taxRules,
    fees: { processingFeePct: decimal({ max: 50, decimals: 4 }) },
    payments: {
      defaultPaymentToken: choice(paymentTokens),
      acceptedTokens: listOf(choice(paymentTokens), { min: 1, max: paymentTokens.length, keyOf }),
      expiryMinutes: nullable(wholeNumber({ min: 1, max: 525_600 })),
    },
  }
}
