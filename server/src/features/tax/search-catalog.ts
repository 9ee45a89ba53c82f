import type { Address } from '../../lib/hex.js'
import { foldText } from '../../lib/search/fold-text.js'
import type { TxContext } from '../../platform/context.js'
import { getShopConfig } from '../shop/get-shop-config.js'
import { type Catalog, foldCode, type Jurisdiction } from './jurisdiction.js'
import { listJurisdictions } from './list-jurisdictions.js'
import { readCatalog } from './read-catalog.js'

/** A null field matches everything. */
export type JurisdictionFilter = {
  country: string | null
  code: string | null
  /** Matches part of the code, the name or a component's name. */
  q: string | null
}

/** Returns a merchant's jurisdictions that match a filter, and the date of the catalog. */
export async function searchCatalog(
  ctx: Pick<TxContext, 'db' | 'config'>,
  { merchant, filter }: { merchant: Address; filter: JurisdictionFilter },
): Promise<Catalog> {
  const shop = await getShopConfig(ctx, merchant)
  const jurisdictions = filterJurisdictions(listJurisdictions(shop), filter)
  return { jurisdictions, updatedAt: readCatalog().updatedAt }
}

/** Returns the jurisdictions that match every given field, in their order. */
export function filterJurisdictions(
  jurisdictions: readonly Jurisdiction[],
  filter: JurisdictionFilter,
): Jurisdiction[] {
  const country = filter.country === null ? null : foldCode(filter.country)
  const code = filter.code === null ? null : foldCode(filter.code)
  const q = filter.q === null ? null : foldText(filter.q.trim())

  return jurisdictions.filter(
    (jurisdiction) =>
      (country === null || jurisdiction.country === country) &&
      (code === null || jurisdiction.code === code) &&
      (q === null || wordsOf(jurisdiction).some((word) => foldText(word).includes(q))),
  )
}

function wordsOf({ code, name, components }: Jurisdiction): string[] {
  return [code, name, ...components.map((component) => component.name)]
}
