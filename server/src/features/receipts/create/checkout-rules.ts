import { displayText } from '../../../lib/fields/field-rules.js'
import { isFields, type Rule } from '../../../lib/fields/read-fields.js'
import { parseCallerUrl } from '../../../lib/urls.js'
import type { Config } from '../../../platform/config/config.js'
import { readTarget } from '../../../platform/outbound/read-target.js'

const maxMetadataBytes = 16_384
const maxScriptLength = 4_096
const maxEmailLength = 254

/** The accepted names of each field. The first name with a value counts. */
export const checkoutNames = {
  redirectUrl: ['redirect_url', 'redirectUrl'],
  returnUrl: ['returnUrl', 'return_url'],
  webhookUrl: ['webhook_url', 'webhookUrl'],
  onSuccess: ['onSuccess'],
  onrampEmail: ['onrampEmail'],
  reference: [
    'transactionId',
    'transaction_id',
    'transactionReference',
    'transaction_reference',
    'orderReference',
    'reference',
    'externalId',
    'orderId',
    'order_id',
  ],
  metadata: ['metadata'],
} as const

export const billingNames = {
  firstName: ['billingFirstName', 'customerFirstName'],
  lastName: ['billingLastName', 'customerLastName'],
  email: ['billingEmail', 'customerEmail', 'onrampEmail'],
  phone: ['billingPhone', 'customerPhone'],
  line1: ['billingAddressLine1', 'customerAddressLine1'],
  line2: ['billingAddressLine2', 'customerAddressLine2'],
  city: ['billingAddressCity', 'customerAddressCity'],
  state: ['billingAddressState', 'customerAddressState'],
  zip: ['billingAddressPostalCode', 'customerAddressPostalCode', 'billingAddressZip'],
  country: ['billingAddressCountry', 'customerAddressCountry'],
} as const

export function checkoutRules(mode: Config['mode']) {
  const url = urlRule(mode)
  return {
    redirectUrl: url,
    returnUrl: url,
    webhookUrl: webhookRule(mode),
    onSuccess: onSuccessRule(mode),
    onrampEmail: email,
    reference: displayText({ maxLength: 128 }),
    metadata,
  }
}

export const billingRules = {
  firstName: displayText({ maxLength: 100 }),
  lastName: displayText({ maxLength: 100 }),
  email: emailRule,
  phone: displayText({ maxLength: 40 }),
  line1: displayText({ maxLength: 200 }),
  line2: displayText({ maxLength: 200 }),
  city: displayText({ maxLength: 100 }),
  state: displayText({ maxLength: 100 }),
  zip: displayText({ maxLength: 20 }),
  country,
}

function urlRule(mode: Config['mode']): Rule<string> {
  return (value) => {
    const allowHttp = mode === 'sandbox'
    const url = typeof value === 'string' ? parseCallerUrl(value, { allowHttp }) : null
    const schemes = allowHttp ? 'http or https' : 'https'
    return url ? { value: url } : { problem: `must be an absolute ${schemes} URL` }
  }
}

/**
 * Refuses addresses inside our own network in live mode, because the service calls this URL. Host
 * names are resolved and checked later: when the receipt is created, and before every call.
 */
function webhookRule(mode: Config['mode']): Rule<string> {
  return (value) => {
    const read = urlRule(mode)(value)
    if ('problem' in read || readTarget(read.value, mode) !== null) return read
    return { problem: 'must be a URL on the public internet, on a port that browsers allow' }
  }
}

/** A value that starts with http: or https: is a URL. Others are scripts for a sandboxed frame. */
function onSuccessRule(mode: Config['mode']): Rule<string> {
  return (value) => {
    if (typeof value !== 'string') return { problem: 'must be text' }
    if (/^\s*https?:/i.test(value)) return urlRule(mode)(value.trim())
    return value.length > maxScriptLength
      ? { problem: `must be a URL, or a script of at most ${maxScriptLength} characters` }
      : { value }
  }
}

/** Checks the format only: the address prefills a form. */
function emailRule(value: unknown): ReturnType<Rule<string>> {
  const read = displayText({ maxLength: maxEmailLength })(value)
  const isGood = 'problem' in read || /^[^\s@]+@[^\s@]+$/.test(read.value)
  return isGood ? read : { problem: 'must be an email address' }
}

const email: Rule<string> = emailRule

function country(value: unknown): ReturnType<Rule<string>> {
  const isGood = typeof value === 'string' && /^[a-z]{2}$/i.test(value)
  return isGood ? { value: value.toUpperCase() } : { problem: 'must be a two-letter country code' }
}

function metadata(value: unknown): ReturnType<Rule<Record<string, unknown>>> {
  if (!isFields(value)) return { problem: 'must be an object' }
  const bytes = new TextEncoder().encode(JSON.stringify(value)).length
  return bytes > maxMetadataBytes
    ? { problem: `must have at most ${maxMetadataBytes} bytes as JSON` }
    : { value }
}
