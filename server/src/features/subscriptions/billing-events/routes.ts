import { merchantOf } from '../../../auth/caller.js'
import { subscriptionReaders } from '../../../auth/guards.js'
import type { Routes } from '../../../platform/feature.js'
import { readingFrom } from '../../../platform/reading-from.js'
import { listBillingEvents } from './list-billing-events.js'
import { BillingEventList, BillingEventQuery } from './schemas.js'

/** The attempts to charge a merchant's subscriptions. */
export const billingEventRoutes: Routes = async (app, { ctx }) => {
  app.get(
    '/api/subscriptions/billing-events',
    {
      config: { outage: 'refuse', guard: subscriptionReaders(), errorFields: { success: false } },
      schema: {
        summary: 'List the attempts to charge subscriptions',
        description: 'Newest first. Every attempt of every period has one, also failed ones.',
        querystring: BillingEventQuery,
        response: { 200: BillingEventList },
      },
    },
    async (request) => {
      const { query } = request
      const page = await listBillingEvents(readingFrom(ctx), {
        merchant: merchantOf(request),
        query,
      })
      return { success: true as const, ...page }
    },
  )
}
