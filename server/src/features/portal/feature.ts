import type { Access } from '../../auth/access.js'
import type { Feature } from '../../platform/feature.js'
import { endAuthorizations } from '../authorizations/end-authorizations.js'
import { onAuthorizationFailed } from './authorization-progress.js'
import { journalledBuyerStatuses } from './buyer/post-buyer-status.js'
import { portalDownloadRoutes } from './downloads/routes.js'
import { failAbandonedAttempts } from './fail-abandoned-attempts.js'
import { failIdleCheckouts } from './fail-idle-checkouts.js'
import { portalPageRoutes } from './page/routes.js'
import { rememberMoney } from './recall-money.js'
import { portalRoutes } from './routes.js'
import { deleteSales, overdueSessions } from './session-store.js'
import { successFrameRoutes } from './success-frame/routes.js'

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
