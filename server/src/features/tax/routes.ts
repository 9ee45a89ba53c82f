import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { merchantOf } from '../../auth/caller.js'
import { anyOf, developer, session } from '../../auth/guards.js'
import { ppmToDecimal } from '../../lib/money.js'
import type { Context } from '../../platform/context.js'
import type { Jurisdiction } from './jurisdiction.js'
import { readCatalogue } from './read-catalogue.js'
import { TaxCatalogue, TaxCatalogueQuery, type TaxJurisdiction } from './schemas.js'
import { searchCatalogue } from './search-catalogue.js'

/** What sales are taxed with, where. */
export const taxRoutes: FastifyPluginAsyncTypebox<{ ctx: Context }> = async (app, { ctx }) => {
  // Now, so that a release with a broken file does not start.
  readCatalogue()

  app.get(
    '/api/tax/catalog',
    {
      config: { guard: anyOf(developer(), session({ may: 'shop:read' })) },
      schema: {
        tags: ['tax'],
        summary: 'Jurisdictions and their general tax rates',
        description:
          "For orientation, not advice. The shop's own rates stand in place of the catalogue's.",
        querystring: TaxCatalogueQuery,
        response: { 200: TaxCatalogue },
      },
    },
    async (request) => {
      // A form sends the fields nobody filled in as well, and those ask for nothing.
      const { country, code, q } = request.query
      const filter = { country: country || null, code: code || null, q: q || null }
      const found = await searchCatalogue(ctx, { merchant: merchantOf(request), filter })
      return {
        ok: true as const,
        jurisdictions: found.jurisdictions.map(describeJurisdiction),
        provider: 'static' as const,
        updatedAt: found.updatedAt,
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
