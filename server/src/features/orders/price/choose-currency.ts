import { AppError } from '../../../lib/errors.js'
import type { Currency } from '../../../lib/money.js'
import type { SaleItem } from '../../inventory/item.js'

/**
 * Returns the currency of an order: the requested one, or the one in which every item has a native price. Null means
 * dollars only.
 *
 * @throws {AppError} `invalid_input` when every item has a native price, but in different currencies.
 */
export function chooseCurrency(
  requested: Currency | null,
  items: readonly Pick<SaleItem, 'currency'>[],
): Currency | null {
  if (requested) return requested
  const currencies = new Set(items.map(({ currency }) => currency))
  if (currencies.has(null)) return null
  if (currencies.size > 1) {
    throw new AppError(
      'invalid_input',
      'The items are priced in several currencies. Set currency to choose one.',
    )
  }
  return [...currencies][0] ?? null
}
