import type { Address } from '../../lib/hex.js'
import type { TxContext } from '../../platform/context.js'
import { filterJurisdictions, type JurisdictionFilter } from './filter-jurisdictions.js'
import type { Catalogue } from './jurisdiction.js'
import { listJurisdictions } from './list-jurisdictions.js'
import { readCatalogue } from './read-catalogue.js'

/** The part of a merchant's catalogue that a filter lets pass, and how old our file is. */
export async function searchCatalogue(
  ctx: Pick<TxContext, 'db' | 'config'>,
  { merchant, filter }: { merchant: Address; filter: JurisdictionFilter },
): Promise<Catalogue> {
  const jurisdictions = filterJurisdictions(await listJurisdictions(ctx, merchant), filter)
  return { jurisdictions, updatedAt: readCatalogue().updatedAt }
}
