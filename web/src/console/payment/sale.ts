import { parseAmount } from '../format/parse-amount.js'

/** The sale that is being entered. It stays until the payment is created. */
export type Sale = {
  kind: 'amount' | 'items'
  amount: string
  currency: string
  label: string
  items: readonly SaleItem[]
  firstName: string
  lastName: string
  email: string
  reference: string
  note: string
}

export type SaleItem = { id: string; name: string; qty: number }

export const emptySale: Sale = {
  kind: 'amount',
  amount: '',
  currency: 'USD',
  label: '',
  items: [],
  firstName: '',
  lastName: '',
  email: '',
  reference: '',
  note: '',
}

/** Returns the body that quotes a sale, or null while nothing is sold. */
export function toQuoteBody({ kind, amount, currency, label, items }: Sale) {
  if (kind === 'items') {
    if (items.length === 0) return null
    return { items: items.map(({ id, qty }) => ({ id, qty })) }
  }
  const value = parseAmount(amount)
  if (value === null) return null
  return { amount: value, currency, ...(label.trim() && { label: label.trim() }) }
}

/** Returns the body that creates the payment, or null while nothing is sold. */
export function toSaleBody(sale: Sale) {
  const body = toQuoteBody(sale)
  if (!body) return null
  const { firstName, lastName, email, reference } = sale
  const details = {
    billingFirstName: firstName.trim(),
    billingLastName: lastName.trim(),
    billingEmail: email.trim(),
    reference: reference.trim(),
  }
  const filledDetails = Object.entries(details).filter(([, value]) => value !== '')
  return { ...body, ...Object.fromEntries(filledDetails) }
}

/** Changes how many of an item are sold. None removes it. */
export function withItem(
  items: readonly SaleItem[],
  { id, name, change }: { id: string; name: string; change: number },
): SaleItem[] {
  const existingItem = items.find((item) => item.id === id)
  const qty = (existingItem?.qty ?? 0) + change
  if (qty <= 0) return items.filter((item) => item.id !== id)
  if (!existingItem) return [...items, { id, name, qty }]
  return items.map((item) => (item.id === id ? { ...item, qty } : item))
}

type AttemptKey = { body: string; key: string }

/**
 * Returns the Idempotency-Key of an attempt: the same for the same sale, so that a repeated request
 * creates one payment, and another one after a change.
 */
export function keyOf(last: AttemptKey | null, body: object, newKey: () => string): AttemptKey {
  const text = JSON.stringify(body)
  return last?.body === text ? last : { body: text, key: newKey() }
}
