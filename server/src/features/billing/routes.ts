import { merchantOf } from '../../auth/caller.js'
import { anyOf, developer, session } from '../../auth/guards.js'
import type { Feature, Routes } from '../../platform/feature.js'
import { getBalance } from './get-balance.js'
import { getLimits } from './get-limits.js'
import { Balance, LimitsResponse } from './schemas.js'

/** The time that is left on developer plans, and the limits in force. */
const billingRoutes: Routes = async (app, { ctx }) => {
  app.get(
    '/api/billing/balance',
    {
      config: { outage: 'recall', guard: anyOf(developer(), session({ may: 'shop:read' })) },
      schema: {
        summary: 'Get the remaining time of the plan',
        description:
          'Returns zeros with `degraded: true` while the database is unavailable, with status 200.',
        response: { 200: Balance },
      },
    },
    (request) => getBalance(ctx, merchantOf(request)),
  )

  app.get(
    '/api/billing/limits',
    {
      config: { outage: 'refuse', guard: anyOf(developer(), session({ may: 'shop:read' })) },
      schema: {
        summary: 'Get the limits in force and their use',
        description:
          'Lists the limits of every plan, and those that count for the merchant as a whole. Limits per network address are in docs/limits.md.',
        response: { 200: LimitsResponse },
      },
    },
    (request) => getLimits(ctx, merchantOf(request)),
  )
}

export const billingFeature: Feature = { tag: 'billing', routes: [billingRoutes] }
