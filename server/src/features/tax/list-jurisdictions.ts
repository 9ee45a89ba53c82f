import type { ShopConfig } from '../shop/schemas.js'
import { applyOverrides } from './apply-overrides.js'
import { foldCode, type Jurisdiction } from './jurisdiction.js'
import { readCatalog } from './read-catalog.js'

/** Lists every jurisdiction a merchant can choose. Its own rates replace the catalog's. */
export function listJurisdictions({ tax }: Pick<ShopConfig, 'tax'>): Jurisdiction[] {
  return applyOverrides(readCatalog().jurisdictions, tax.overrides)
}

/** Finds one jurisdiction that a merchant can choose, without listing all of them. */
export function findMerchantJurisdiction(
  { tax }: Pick<ShopConfig, 'tax'>,
  code: string,
): Jurisdiction | null {
  const jurisdiction = findJurisdiction(readCatalog().jurisdictions, code)
  const overrides = tax.overrides.filter((override) => override.code === foldCode(code))
  return applyOverrides(jurisdiction ? [jurisdiction] : [], overrides)[0] ?? null
}

/** Finds a jurisdiction by its code, in any case. */
export function findJurisdiction(
  jurisdictions: readonly Jurisdiction[],
  code: string,
): Jurisdiction | null {
  const folded = foldCode(code)
  return jurisdictions.find((candidate) => candidate.code === folded) ?? null
}
