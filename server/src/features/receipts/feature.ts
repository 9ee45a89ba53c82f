import type { Access } from '../../auth/access.js'
import type { Feature } from '../../platform/feature.js'
import { archiveRoutes } from './archive/routes.js'
import { commentRoutes } from './comments/routes.js'
import { journaledReceipts } from './outage/journaled-receipts.js'
import { journaledStatuses } from './outage/journaled-statuses.js'
import { rememberReceipts } from './outage/recall-receipts.js'
import { eraseReceipts, exportReceipts } from './privacy/buyer-receipts.js'
import { receiptExportRoutes } from './read/export/routes.js'
import { eraseAbandonedOrders } from './retention/erase-abandoned-orders.js'
import { type ReceiptRouteParts, receiptRoutes } from './routes.js'
import { expireReceipts } from './status/expire-receipts.js'
import { expiredReceipts } from './status/expiry-store.js'
import { checkUnpaidDays, sumUnpaidDays } from './unpaid/keep-unpaid-days.js'

export const receiptsFeature: Feature<ReceiptRouteParts & { access: Access }> = {
  tag: 'receipts',
  routes: [receiptRoutes, receiptExportRoutes, archiveRoutes, commentRoutes],
  jobs: [expireReceipts, eraseAbandonedOrders, sumUnpaidDays, checkUnpaidDays],
  workSources: [expiredReceipts],
  journal: [journaledReceipts, journaledStatuses],
  snapshot: { merchant: rememberReceipts },
  exportPersonalData: exportReceipts,
  erasePersonalData: eraseReceipts,
}
