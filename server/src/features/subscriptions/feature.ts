import type { Access } from '../../auth/access.js'
import type { Feature } from '../../platform/feature.js'
import { billingEventRoutes } from './billing-events/routes.js'
import { deleteCharges } from './charging/attempt/charge-store.js'
import { chargeSubscriptions } from './charging/attempt/charge-subscriptions.js'
import { chargingRoutes } from './charging/attempt/routes.js'
import { dueSubscriptions } from './charging/due/due-store.js'
import { deleteBillingEvents } from './charging/result/billing-event-store.js'
import { deleteUnregisteredOf } from './charging/unregistered-charge-store.js'
import { forecastRoutes } from './forecast/routes.js'
import { dueRevocations } from './lifecycle/canceling/revocation-store.js'
import { revokeCanceled } from './lifecycle/canceling/revoke-canceled.js'
import { exportSubscriptions } from './lifecycle/export-subscriptions.js'
import { payoutRoutes } from './payout/routes.js'
import { rememberPlans } from './plans/list-plans.js'
import { planRoutes } from './plans/routes.js'
import { subscriptionRoutes } from './routes.js'
import { deleteSubscriptions } from './subscription-store.js'

export const subscriptionsFeature: Feature<{ access: Access }> = {
  tag: 'subscriptions',
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
