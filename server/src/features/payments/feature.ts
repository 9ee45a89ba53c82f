import type { Access } from '../../auth/access.js'
import type { Feature } from '../../platform/feature.js'
import { pendingSettlements } from './index/progress-store.js'
import { eraseSigners, exportPayments } from './personal-payments.js'
import { pruneSettlement } from './retention/prune-settlement.js'
import { deleteSales } from './settlement-store.js'
import { splitTransactionRoutes } from './transactions/routes.js'

export const paymentsFeature: Feature<{ access: Access }> = {
  tag: 'split',
  routes: [splitTransactionRoutes],
  jobs: [pruneSettlement],
  workSources: pendingSettlements,
  deleteSales: (ctx, merchant) => deleteSales(ctx.db, merchant),
  exportPersonalData: exportPayments,
  erasePersonalData: eraseSigners,
}
