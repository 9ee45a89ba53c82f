import type { PortalReceipt } from '@tallystick/sdk'
import type { Formats } from '../../core/format/formats.js'

type Amounts = Pick<PortalReceipt, 'total' | 'totalUsd' | 'currency'>

/**
 * Returns the currency of the receipt's amounts: dollars unless it is priced in its own currency.
 */
export function currencyOf({ total, currency }: Pick<Amounts, 'total' | 'currency'>): string {
  return total === null ? 'USD' : currency
}

/** Returns the total in that currency. */
export function totalOf({ total, totalUsd }: Amounts): number {
  return total ?? totalUsd
}

/** Returns a function that formats amounts in the receipt's currency. */
export function moneyOf(receipt: Amounts, format: Formats): (amount: number) => string {
  const currency = currencyOf(receipt)
  return (amount) => format.money(amount, currency)
}
