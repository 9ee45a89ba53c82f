import { isFields } from '../lib/fields/read-fields.js'

/** Fields that hold a buyer's data, at any depth of a response or an event about a receipt. */
const personalFields = new Set([
  'billingAddress',
  'metadata',
  'onrampEmail',
  'redirectUrl',
  'returnUrl',
  'onSuccess',
  'note',
  'reason',
])

/**
 * Returns a JSON text about a receipt without personal fields, or null when it has none. A
 * reference stays unless it contains an e-mail address, and a payment link stays without the
 * address to return to. Null also for a damaged text.
 */
export function erasePersonalFields(text: string): string | null {
  let isChanged = false
  const erase = (name: string, value: unknown) => {
    const keptValue = keptOf(name, value)
    isChanged ||= keptValue !== value
    return keptValue
  }
  const data = parse(text, erase)
  return isChanged && isFields(data) ? JSON.stringify(data) : null
}

function keptOf(name: string, value: unknown): unknown {
  if (personalFields.has(name)) return null
  if (typeof value !== 'string') return value
  if (name === 'transactionId' && value.includes('@')) return null
  if (name === 'paymentUrl') return value.replace(/&redirect_url=[^&]*/, '')
  return value
}

function parse(text: string, reviver: (name: string, value: unknown) => unknown): unknown {
  try {
    return JSON.parse(text, reviver)
  } catch {
    return null
  }
}
