import type { TxContext } from '../../platform/context.js'
import { listItems } from '../inventory/list-items.js'
import type { Catalogues } from '../inventory/search/catalogues.js'
import type { ItemQuery } from '../inventory/search/item-query.js'
import { getListedMerchant } from './get-listed-merchant.js'
import type { ShopDirectory } from './shop-directory.js'

/**
 * Returns one page of the items of a listed shop.
 *
 * @throws {AppError} `not_found` when no listed shop has the slug, and the errors of `listItems`.
 */
export async function listShopItems(
  ctx: Pick<TxContext, 'db' | 'now' | 'config'>,
  input: { directory: ShopDirectory; catalogues: Catalogues; slug: string; query: ItemQuery },
): ReturnType<typeof listItems> {
  const { directory, catalogues, slug, query } = input
  const merchant = await getListedMerchant(directory, slug)
  return listItems(ctx, { catalogues, merchant, query })
}
