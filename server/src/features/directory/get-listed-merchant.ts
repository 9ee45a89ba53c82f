import { AppError } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import type { ShopDirectory } from './shop-directory.js'

/**
 * Returns the merchant whose listed shop has the slug.
 *
 * @throws {AppError} `not_found`.
 */
export async function getListedMerchant(directory: ShopDirectory, slug: string): Promise<Address> {
  const merchant = (await directory.get()).findMerchant(slug)
  if (!merchant) throw new AppError('not_found', 'No listed shop has this slug.')
  return merchant
}
