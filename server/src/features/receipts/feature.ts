import type { Access } from '../../auth/access.js'
import type { Feature } from '../../platform/feature.js'
import { journalledReceipts } from './outage/journalled-receipts.js'
import { journalledStatuses } from './outage/journalled-statuses.js'
import { rememberReceipts } from './outage/recall-receipts.js'
import { eraseReceipts, exportReceipts } from './privacy/buyer-receipts.js'
import { receiptExportRoutes } from './read/export/routes.js'
import { eraseAbandonedOrders } from './retention/erase-abandoned-orders.js'
import { type ReceiptRouteParts, receiptRoutes } from './routes.js'
import { expireReceipts } from './status/expire-receipts.js'
import { expiredReceipts } from './status/expiry-store.js'

export const receiptsFeature: Feature<ReceiptRouteParts & { access: Access }> = {
  routes: [receiptRoutes, receiptExportRoutes],
  jobs: [expireReceipts, eraseAbandonedOrders],
  workSources: [expiredReceipts],
  journal: [journalledReceipts, journalledStatuses],
  snapshot: { merchant: rememberReceipts },
  exportPersonalData: exportReceipts,
  erasePersonalData: eraseReceipts,
}
