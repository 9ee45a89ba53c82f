import { merchantOf, principalOf } from '../../auth/caller.js'
import { anyOf, developer, session } from '../../auth/guards.js'
import { recallFrom } from '../../platform/degraded/recall-from.js'
import type { Feature, Routes } from '../../platform/feature.js'
import { getPricingConfig } from './get-pricing-config.js'
import { platformOwned } from './require-merchant-owned.js'
import { PricingConfigChange, PricingConfigResponse } from './schemas.js'
import { updatePricingConfig } from './update-pricing-config.js'

const pricingRoutes: Routes = async (app, { ctx }) => {
  app.get(
    '/api/pricing/config',
    {
      config: { outage: 'recall', guard: anyOf(developer(), session({ may: 'shop:read' })) },
      schema: {
        summary: 'Get fees, currencies, plans and exchange rates',
        response: { 200: PricingConfigResponse },
      },
    },
    async (request) => {
      const merchant = merchantOf(request)
      const { ctx: recalling, mark } = recallFrom(ctx, merchant)
      const config = await getPricingConfig(recalling, merchant)
      return { ok: true as const, config, ...mark() }
    },
  )

  app.post(
    '/api/pricing/config',
    {
      config: {
        outage: 'refuse',
        guard: session({ may: 'shop:write' }),
        unreportedFields: platformOwned,
      },
      schema: {
        summary: "Change the merchant's pricing",
        description:
          "The same fields as fees and pricing in the shop's configuration. Fields that the platform sets are refused.",
        body: PricingConfigChange,
        response: { 200: PricingConfigResponse },
      },
    },
    async (request) => {
      const by = principalOf(request)
      const config = await updatePricingConfig(ctx, { change: request.body, by })
      return { ok: true as const, config }
    },
  )
}

export const pricingFeature: Feature = {
  tag: 'pricing',
  routes: [pricingRoutes],
}
