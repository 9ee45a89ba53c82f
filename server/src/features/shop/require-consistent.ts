import { AppError } from '../../lib/errors.js'
import type { ShopSettings } from './settings.js'

/**
 * Passes settings whose fields agree with each other, each of them being good in itself.
 *
 * @throws {AppError} `invalid_input`.
 */
export function requireConsistent({ listed, name, slug, payments }: ShopSettings): void {
  if (listed && (name === '' || slug === '')) {
    throw new AppError('invalid_input', 'A listed shop must have a name and a slug')
  }
  const { acceptedTokens, defaultPaymentToken } = payments
  if (!acceptedTokens.includes(defaultPaymentToken)) {
    throw new AppError(
      'invalid_input',
      `payments.acceptedTokens must contain payments.defaultPaymentToken, ${defaultPaymentToken}`,
    )
  }
}
