import type { Feature } from '../../platform/feature.js'
import { ledgerRoutes } from './routes.js'
import { deleteSales } from './store.js'

export const ledgerFeature: Feature = {
  routes: [ledgerRoutes],
  deleteSales: (ctx, merchant) => deleteSales(ctx.db, merchant),
}
