import { AppError } from '../../lib/errors.js'

/** What `PricingConfig` shows and no merchant decides. */
const platformOwned = [
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
 * Passes a change that touches nothing of the platform's. The value does not matter: whoever sends what is
 * there already would take it for accepted.
 *
 * @throws {AppError} `forbidden`.
 */
export function requireMerchantOwned(change: object): void {
  const touched = platformOwned.filter((field) => Object.hasOwn(change, field))
  if (touched.length === 0) return

  throw new AppError(
    'forbidden',
    `The platform decides ${touched.join(', ')}. Leave it out; nothing has been changed.`,
  )
}
