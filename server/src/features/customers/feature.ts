import type { Access } from '../../auth/access.js'
import type { Feature } from '../../platform/feature.js'
import type {
  DataSubject,
  ErasePersonalData,
  ExportPersonalData,
} from '../../platform/personal-data.js'
import { deleteChangesOf, lockCustomers, waitingCustomers } from './customer-change-store.js'
import { deleteCustomersOf, eraseNotes, listNamed } from './customer-store.js'
import { describeCustomer } from './describe-customer.js'
import { followChanges, followReceipts } from './follow-receipts.js'
import { customerRoutes } from './routes.js'

const exportCustomer: ExportPersonalData = async ({ db }, subject) => {
  const keys = keysOf(subject)
  if (keys.length === 0) return {}
  const named = await listNamed(db, { merchant: subject.merchant, keys })
  return { customers: named.map(describeCustomer) }
}

/** Runs after the data has left the receipts, so that names and e-mail addresses leave with it. */
const eraseCustomer: ErasePersonalData = async (ctx, subject) => {
  const { merchant } = subject
  await followChanges(ctx, { merchant })
  return eraseNotes(ctx.db, { merchant, keys: keysOf(subject) })
}

function keysOf({ wallet, email, includesBuyer }: DataSubject): string[] {
  return includesBuyer ? [wallet, email].filter((key) => key !== null) : []
}

export const customersFeature: Feature<{ access: Access }> = {
  tag: 'customers',
  routes: [customerRoutes],
  jobs: [followReceipts],
  workSources: [waitingCustomers],
  exportPersonalData: exportCustomer,
  erasePersonalData: eraseCustomer,
  deleteSales: async ({ db }, merchant) => {
    await lockCustomers(db, merchant)
    await deleteChangesOf(db, merchant)
    await deleteCustomersOf(db, merchant)
  },
}
