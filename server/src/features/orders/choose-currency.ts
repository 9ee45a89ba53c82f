import type { Currency } from '../../lib/currencies.js'
import { AppError } from '../../lib/errors.js'
import type { SaleItem } from '../inventory/item.js'

/**
 * The currency of an order: the one that is asked for, else the one in which every item has a native price,
 * else `null`, which is dollars alone.
 *
 * @throws {AppError} `invalid_input` when every item has a native price, but not all in one currency.
 */
export function chooseCurrency(
  asked: Currency | null,
  items: readonly Pick<SaleItem, 'currency'>[],
): Currency | null {
  if (asked) return asked
  const currencies = new Set(items.map(({ currency }) => currency))
  if (currencies.has(null)) return null
  if (currencies.size > 1) {
    throw new AppError(
      'invalid_input',
      'The items are in several currencies; say with currency which',
    )
  }
  return [...currencies][0] ?? null
}
