import { merchantOf } from '../../auth/caller.js'
import { anyOf, developer, session } from '../../auth/guards.js'
import { ppmToDecimal } from '../../lib/money.js'
import { recallFrom } from '../../platform/degraded/recall-from.js'
import type { Feature, Routes } from '../../platform/feature.js'
import type { Jurisdiction } from './jurisdiction.js'
import { readCatalog } from './read-catalog.js'
import { TaxCatalog, TaxCatalogQuery, type TaxJurisdiction } from './schemas.js'
import { searchCatalog } from './search-catalog.js'

/** The tax catalog. */
const taxRoutes: Routes = async (app, { ctx }) => {
  // Read at startup, so that the service does not start with a broken file.
  readCatalog()

  app.get(
    '/api/tax/catalog',
    {
      config: { outage: 'recall', guard: anyOf(developer(), session({ may: 'shop:read' })) },
      schema: {
        summary: 'List jurisdictions and their tax rates',
        description:
          "For guidance only, not tax advice. The shop's own rates replace those of the catalog.",
        querystring: TaxCatalogQuery,
        response: { 200: TaxCatalog },
      },
    },
    async (request) => {
      // Forms also send empty fields, which match everything.
      const { country, code, q } = request.query
      const filter = { country: country || null, code: code || null, q: q || null }
      const merchant = merchantOf(request)
      const { ctx: recalling, mark } = recallFrom(ctx, merchant)
      const { jurisdictions, updatedAt } = await searchCatalog(recalling, { merchant, filter })
      return {
        ok: true as const,
        jurisdictions: jurisdictions.map(describeJurisdiction),
        provider: 'static' as const,
        updatedAt,
        ...mark(),
      }
    },
  )
}

function describeJurisdiction(jurisdiction: Jurisdiction): TaxJurisdiction {
  return {
    ...jurisdiction,
    rate: ppmToDecimal(jurisdiction.rate),
    components: jurisdiction.components.map(({ code, name, rate }) => ({
      code,
      name,
      rate: ppmToDecimal(rate),
    })),
  }
}

export const taxFeature: Feature = {
  tag: 'tax',
  routes: [taxRoutes],
}
