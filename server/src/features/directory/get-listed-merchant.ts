import { AppError } from '../../lib/errors.js'
import type { Address } from '../../lib/hex.js'
import type { ShopDirectory } from './shop-directory.js'

/**
 * Returns the merchant whose listed shop has the slug, or had it before.
 *
 * @throws {AppError} `not_found`.
 */
export async function getListedMerchant(directory: ShopDirectory, slug: string): Promise<Address> {
  const { merchant } = await getListedShop(directory, slug)
  return merchant
}

/** Returns the same, or null when there is none. */
export async function findListedMerchant(
  directory: ShopDirectory,
  slug: string,
): Promise<Address | null> {
  const index = await directory.get()
  return index.findMerchant(slug) ?? directory.findFormerHolder(slug)
}

/**
 * Returns the merchant and the current slug of the listed shop that has a slug, or had it before.
 *
 * @throws {AppError} `not_found`.
 */
export async function getListedShop(
  directory: ShopDirectory,
  slug: string,
): Promise<{ merchant: Address; slug: string }> {
  const index = await directory.get()
  const owner = index.findMerchant(slug)
  if (owner) return { merchant: owner, slug }

  const merchant = await directory.findFormerHolder(slug)
  const current = merchant && index.findSlug(merchant)
  if (!merchant || !current) throw new AppError('not_found', 'No listed shop has this slug.')
  return { merchant, slug: current }
}
