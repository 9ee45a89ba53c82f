import type { Access } from '../../auth/access.js'
import type { Feature } from '../../platform/feature.js'
import { endAuthorizations } from '../authorizations/end-authorizations.js'
import { onAuthorizationFailed } from './checkout/apply-progress.js'
import { journalledBuyerStatuses } from './checkout/buyer/post-buyer-status.js'
import { failAbandonedAttempts, failIdleCheckouts } from './checkout/fail-checkout.js'
import { portalDownloadRoutes } from './downloads/routes.js'
import { portalPageRoutes } from './page/routes.js'
import { successFrameRoutes } from './page/success-frame/routes.js'
import { deleteSales, overdueSessions } from './read-model/session-store.js'
import { portalRoutes } from './routes.js'
import { rememberMoney } from './view/recall-money.js'

export const portalFeature: Feature<{ access: Access }> = {
  routes: [portalRoutes, portalPageRoutes, portalDownloadRoutes, successFrameRoutes],
  jobs: [
    endAuthorizations({ onFailed: onAuthorizationFailed }),
    failAbandonedAttempts,
    failIdleCheckouts,
  ],
  journal: [journalledBuyerStatuses],
  snapshot: { merchant: rememberMoney },
  workSources: [overdueSessions],
  deleteSales: (ctx, merchant) => deleteSales(ctx.db, merchant),
}
