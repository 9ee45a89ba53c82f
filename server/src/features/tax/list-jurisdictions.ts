import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import { getShopConfig } from '../shop/get-shop-config.js'
import { applyOverrides } from './apply-overrides.js'
import type { Jurisdiction } from './jurisdiction.js'
import { readCatalogue } from './read-catalogue.js'

/** Every jurisdiction a merchant can choose, with the rates that count for this merchant. */
export async function listJurisdictions(
  ctx: Pick<TxContext, 'db' | 'config'>,
  merchant: Address,
): Promise<Jurisdiction[]> {
  const { tax } = await getShopConfig(ctx, merchant)
  return applyOverrides(readCatalogue().jurisdictions, tax.overrides)
}
