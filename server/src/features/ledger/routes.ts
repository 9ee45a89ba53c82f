import { merchantOf } from '../../auth/caller.js'
import { anyOf, developer, session } from '../../auth/guards.js'
import type { Feature, Routes } from '../../platform/feature.js'
import { readingFrom } from '../../platform/reading-from.js'
import { deleteChanges, waitingChanges } from './change-store.js'
import { deleteDays } from './day-store.js'
import { describeTrialBalance, getTrialBalance } from './get-trial-balance.js'
import { checkLedgerDays, sumLedgerDays } from './keep-days.js'
import { TrialBalanceResponse } from './schemas.js'
import { deleteSales } from './store.js'

/** Balances of the ledger. */
const ledgerRoutes: Routes = async (app, { ctx }) => {
  app.get(
    '/api/ledger/trial-balance',
    {
      config: {
        outage: 'refuse',
        guard: anyOf(developer({ scope: 'receipts:read' }), session({ may: 'reports:read' })),
      },
      schema: {
        summary: 'Get the trial balance',
        response: { 200: TrialBalanceResponse },
      },
    },
    async (request) =>
      describeTrialBalance(await getTrialBalance(readingFrom(ctx), merchantOf(request))),
  )
}

export const ledgerFeature: Feature = {
  tag: 'ledger',
  routes: [ledgerRoutes],
  jobs: [sumLedgerDays, checkLedgerDays],
  workSources: [waitingChanges],
  async deleteSales(ctx, merchant) {
    await deleteSales(ctx.db, merchant)
    await deleteDays(ctx.db, merchant)
    await deleteChanges(ctx.db, merchant)
  },
}
