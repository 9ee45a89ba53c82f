import { cron } from '../../../../auth/guards.js'
import type { Routes } from '../../../../platform/feature.js'
import { chargeAll, chargeSubscription } from './charge-on-request.js'
import { ChargeAllResponse, ChargeBody, ChargeResponse } from './schemas.js'

/** Lets a scheduler start charges and wait for their results. */
export const chargingRoutes: Routes = async (app, { ctx }) => {
  app.post(
    '/api/subscriptions/charge',
    {
      config: { outage: 'refuse', guard: cron(), errorFields: { success: false } },
      schema: {
        summary: 'Charge one subscription',
        description:
          'Charges the subscription if it is due, and waits up to 8 seconds for the result. A charge that is not confirmed by then is `pending`. A period is charged at most once, however often you call.',
        body: ChargeBody,
        response: { 200: ChargeResponse },
      },
    },
    (request) => chargeSubscription(ctx, request.body),
  )

  app.post(
    '/api/cron/charge-subscriptions',
    {
      config: { outage: 'refuse', guard: cron(), errorFields: { success: false } },
      schema: {
        summary: 'Charge all due subscriptions',
        description:
          'The service does this automatically every minute. A second call charges nothing twice.',
        response: { 200: ChargeAllResponse },
      },
    },
    () => chargeAll(ctx),
  )
}
