import type { Access } from '../../auth/access.js'
import type { Feature } from '../../platform/feature.js'
import { planRoutes } from './plans/routes.js'
import { subscriptionRoutes } from './routes.js'
import { deleteSales } from './subscription-store.js'

export const subscriptionsFeature: Feature<{ access: Access }> = {
  routes: [planRoutes, subscriptionRoutes],
  deleteSales: (ctx, merchant) => deleteSales(ctx.db, merchant),
}
