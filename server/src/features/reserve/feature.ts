import type { Access } from '../../auth/access.js'
import type { Feature } from '../../platform/feature.js'
import { recordReserves } from './record-reserves.js'
import { reserveRoutes } from './routes.js'
import { deleteDays } from './store.js'

export const reserveFeature: Feature<{ access: Access }> = {
  routes: [reserveRoutes],
  jobs: [recordReserves],
  deleteSales: (ctx, merchant) => deleteDays(ctx.db, merchant),
}
