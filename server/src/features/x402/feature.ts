import type { Access } from '../../auth/access.js'
import type { Feature } from '../../platform/feature.js'
import type { ShopDirectory } from '../directory/shop-directory.js'
import { deleteClaims } from './claims/claim-store.js'
import { openClaims, pruneX402, reconcileClaims } from './claims/reconcile-claims.js'
import { deleteQuotes } from './orders/quote-store.js'
import { restoreSales } from './orders/restore-sales.js'
import { confirmPlans } from './plans/confirm-plans.js'
import { x402Routes } from './routes.js'

export const x402Feature: Feature<{ access: Access; directory: ShopDirectory }> = {
  tag: 'x402',
  routes: [x402Routes],
  jobs: [reconcileClaims, confirmPlans, restoreSales, pruneX402],
  workSources: [openClaims],
  async deleteSales(ctx, merchant) {
    await deleteClaims(ctx.db, merchant)
    await deleteQuotes(ctx.db, merchant)
  },
}
