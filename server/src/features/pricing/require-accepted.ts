import { AppError } from '../../lib/errors.js'
import type { Currency } from '../../lib/money.js'
import type { ShopConfig } from '../shop/schemas.js'

/**
 * Requires that a shop accepts a currency.
 *
 * @throws {AppError} `invalid_input`.
 */
export function requireAccepted(shop: Pick<ShopConfig, 'pricing'>, currency: Currency): void {
  const { acceptedCurrencies } = shop.pricing
  if (acceptedCurrencies.includes(currency)) return
  throw new AppError('invalid_input', `This shop accepts only ${acceptedCurrencies.join(', ')}.`)
}
