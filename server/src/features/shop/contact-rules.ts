import { displayText } from '../../lib/fields/field-rules.js'
import type { Rule } from '../../lib/fields/read-fields.js'
import type { Config } from '../../platform/config/config.js'
import { linkUrl } from './url-rule.js'

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
export function contactRules(mode: Config['mode']) {
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
