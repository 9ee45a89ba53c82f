import type { Access } from '../../auth/access.js'
import type { Feature } from '../../platform/feature.js'
import { deletePayouts } from './backoff/payout-backoff-store.js'
import { overviewRoutes } from './overview/routes.js'
import { rescanRoutes } from './rescan/routes.js'

export const payoutsFeature: Feature<{ access: Access }> = {
  tag: 'payouts',
  routes: [overviewRoutes, rescanRoutes],
  deleteSales: (ctx, merchant) => deletePayouts(ctx.db, merchant),
}
