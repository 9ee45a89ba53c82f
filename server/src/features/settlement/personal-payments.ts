import type { ExportPersonalData } from '../../platform/personal-data.js'
import { listPayersOf } from './personal-payments-store.js'

/** Returns the payments of a buyer. The chain shows them too, and bookkeeping needs them, so they are never erased. */
export const exportPayments: ExportPersonalData = async ({ db }, { merchant, receiptIds }) => ({
  payments: await listPayersOf(db, { merchant, receiptIds }),
})
