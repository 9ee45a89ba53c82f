import type { Access } from '../../auth/access.js'
import type { Feature } from '../../platform/feature.js'
import { eraseSigners, exportPayments } from '../payments/personal-payments.js'
import { pruneSettlement } from '../payments/retention/prune-settlement.js'
import { deleteSales } from '../payments/settlement-store.js'
import { splitTransactionRoutes } from '../payments/transactions/routes.js'
import { rescanRoutes } from '../payouts/rescan/routes.js'
import { refundPlanRoutes } from '../refunds/plan/routes.js'
import { checkSettlement } from './check-settlement.js'
import { pendingSettlements } from './progress-store.js'
import { watchChain } from './watch-chain.js'

export const settlementFeature: Feature<{ access: Access }> = {
  routes: [splitTransactionRoutes, refundPlanRoutes, rescanRoutes],
  jobs: [watchChain, pruneSettlement],
  workSources: pendingSettlements,
  checks: (ctx) => (ctx.chain ? { settlement: () => checkSettlement(ctx) } : {}),
  deleteSales: (ctx, merchant) => deleteSales(ctx.db, merchant),
  exportPersonalData: exportPayments,
  erasePersonalData: eraseSigners,
}
