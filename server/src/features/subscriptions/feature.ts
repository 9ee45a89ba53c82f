import type { Access } from '../../auth/access.js'
import type { Feature } from '../../platform/feature.js'
import { billingEventRoutes } from './billing-events/routes.js'
import { dueRevocations } from './canceling/revocation-store.js'
import { revokeCanceled } from './canceling/revoke-canceled.js'
import { deleteBillingEvents } from './charging/billing-event-store.js'
import { deleteCharges } from './charging/charge-store.js'
import { chargeSubscriptions } from './charging/charge-subscriptions.js'
import { dueSubscriptions } from './charging/due-store.js'
import { chargingRoutes } from './charging/routes.js'
import { deleteUnregisteredOf } from './charging/unregistered-charge-store.js'
import { exportSubscriptions } from './export-subscriptions.js'
import { forecastRoutes } from './forecast/routes.js'
import { payoutRoutes } from './payout/routes.js'
import { rememberPlans } from './plans/remember-plans.js'
import { planRoutes } from './plans/routes.js'
import { subscriptionRoutes } from './routes.js'
import { deleteSubscriptions } from './subscription-store.js'

export const subscriptionsFeature: Feature<{ access: Access }> = {
  routes: [
    planRoutes,
    subscriptionRoutes,
    billingEventRoutes,
    chargingRoutes,
    forecastRoutes,
    payoutRoutes,
  ],
  jobs: [chargeSubscriptions, revokeCanceled],
  workSources: [dueSubscriptions, dueRevocations],
  snapshot: { merchant: rememberPlans },
  exportPersonalData: exportSubscriptions,
  async deleteSales(ctx, merchant) {
    await deleteBillingEvents(ctx.db, merchant)
    await deleteUnregisteredOf(ctx.db, merchant)
    await deleteCharges(ctx.db, merchant)
    await deleteSubscriptions(ctx.db, merchant)
  },
}
