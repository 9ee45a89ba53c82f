import type { Access } from '../../auth/access.js'
import type { Feature } from '../../platform/feature.js'
import { endAuthorizations } from '../authorizations/end-authorizations.js'
import { createOnramp } from '../onramp/routes.js'
import { onAuthorizationFailed } from './checkout/apply-progress.js'
import { journaledBuyerStatuses } from './checkout/buyer/post-buyer-status.js'
import { onrampHooks } from './checkout/card-progress.js'
import { failAbandonedAttempts, failIdleCheckouts } from './checkout/fail-checkout.js'
import { portalDownloadRoutes } from './downloads/routes.js'
import { portalPageRoutes } from './page/routes.js'
import { successFrameRoutes } from './page/success-frame/routes.js'
import { deleteSales, overdueSessions } from './read-model/session-store.js'
import { portalRoutes } from './routes.js'
import { rememberPortal } from './view/recall-portal.js'

const onramp = createOnramp(onrampHooks)

export const portalFeature: Feature<{ access: Access }> = {
  tag: 'portal',
  routes: [
    portalRoutes,
    portalPageRoutes,
    portalDownloadRoutes,
    successFrameRoutes,
    ...onramp.routes,
  ],
  jobs: [
    endAuthorizations({ onFailed: onAuthorizationFailed }),
    failAbandonedAttempts,
    failIdleCheckouts,
  ],
  journal: [journaledBuyerStatuses, onramp.journal],
  snapshot: { merchant: rememberPortal },
  workSources: [overdueSessions],
  deleteSales: (ctx, merchant) => deleteSales(ctx.db, merchant),
}
