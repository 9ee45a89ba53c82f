import type { Rule } from '../../lib/fields/read-fields.js'

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
export const slug: Rule<string> = (value) => {
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
