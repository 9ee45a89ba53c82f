import { format } from '../format.js'
import type { Currency } from '../sale/cart.js'

/** Formats cents with their currency, such as "$12.50". */
export function formatCents(cents: number, currency: Currency): string {
  return format.money(cents / 100, currency)
}
