import { AppError } from '../../lib/errors.js'

/** Fields of `PricingConfig` that merchants cannot change. */
export const platformOwned = [
  'baseFeePct',
  'totalFeePct',
  'subscriptionFeePct',
  'currencies',
  'settlementToken',
  'plans',
  'rates',
  'rateProviders',
  'updatedAt',
]

/**
 * Requires that a change names no field of the platform. Unchanged values are refused too, because
 * accepting them would suggest that they can be set.
 *
 * @throws {AppError} `forbidden`.
 */
export function requireMerchantOwned(change: object): void {
  const touched = platformOwned.filter((field) => Object.hasOwn(change, field))
  if (touched.length === 0) return

  throw new AppError(
    'forbidden',
    `The platform sets ${touched.join(', ')}. Omit these fields; nothing was changed.`,
  )
}
