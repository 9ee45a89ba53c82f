import type { Access } from '../../auth/access.js'
import type { Feature } from '../../platform/feature.js'
import { deleteCharges } from './charging/charge-store.js'
import { chargeSubscriptions, dueSubscriptions } from './charging/charge-subscriptions.js'
import { chargingRoutes } from './charging/routes.js'
import { forecastRoutes } from './forecast/routes.js'
import { payoutRoutes } from './payout/routes.js'
import { planRoutes } from './plans/routes.js'
import { subscriptionRoutes } from './routes.js'
import { deleteSales } from './subscription-store.js'

export const subscriptionsFeature: Feature<{ access: Access }> = {
  routes: [planRoutes, subscriptionRoutes, chargingRoutes, forecastRoutes, payoutRoutes],
  jobs: [chargeSubscriptions],
  workSources: [dueSubscriptions],
  async deleteSales(ctx, merchant) {
    await deleteCharges(ctx.db, merchant)
    await deleteSales(ctx.db, merchant)
  },
}
