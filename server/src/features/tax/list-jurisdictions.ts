import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import { getShopConfig } from '../shop/get-shop-config.js'
import { applyOverrides } from './apply-overrides.js'
import { foldCode } from './fold-code.js'
import type { Jurisdiction } from './jurisdiction.js'
import { readCatalogue } from './read-catalogue.js'

/** Lists every jurisdiction a merchant can choose. The merchant's own rates replace the catalogue's. */
export async function listJurisdictions(
  ctx: Pick<TxContext, 'db' | 'config'>,
  merchant: Address,
): Promise<Jurisdiction[]> {
  const { tax } = await getShopConfig(ctx, merchant)
  return applyOverrides(readCatalogue().jurisdictions, tax.overrides)
}

/** Finds a jurisdiction by its code, in any case. */
export function findJurisdiction(
  jurisdictions: readonly Jurisdiction[],
  code: string,
): Jurisdiction | null {
  const wanted = foldCode(code)
  return jurisdictions.find((candidate) => candidate.code === wanted) ?? null
}
