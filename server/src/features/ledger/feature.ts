import type { Feature } from '../../platform/feature.js'
import { deleteChanges, waitingChanges } from './change-store.js'
import { deleteDays } from './day-store.js'
import { checkLedgerDays, sumLedgerDays } from './keep-days.js'
import { ledgerRoutes } from './routes.js'
import { deleteSales } from './store.js'

export const ledgerFeature: Feature = {
  routes: [ledgerRoutes],
  jobs: [sumLedgerDays, checkLedgerDays],
  workSources: [waitingChanges],
  async deleteSales(ctx, merchant) {
    await deleteSales(ctx.db, merchant)
    await deleteDays(ctx.db, merchant)
    await deleteChanges(ctx.db, merchant)
  },
}
